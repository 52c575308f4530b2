type Account = {
  id: string;
  email: string;
  mailbox: string;
  hands: Set<string>;
  isConfirmed: boolean;
  isVouchedFor: boolean;
};
type Proposal = Readonly<{ id: string; by: string }>;

/**
 * The simplest model of who may have which account: each mailbox is a pair of hands. An account is in the hands of its mailbox
 * and of whoever made it, until somebody in other hands confirms it.
 */
export class HandsModel {
  private readonly accounts: Account[] = [];
  private readonly proposals = new Map<string, Proposal>();
  private writers = new Set<string>();
  private made = 0;

  addHuman(id: string, email: string): void {
    this.accounts.push({ id, email, mailbox: email, hands: new Set([email]), isConfirmed: true, isVouchedFor: true });
  }

  /** Negative: from the last one made. */
  pick(index: number): Account {
    const account = this.accounts.at(index % this.accounts.length);
    if (account === undefined) throw new Error('The model has no account.');
    return account;
  }

  /**
   * Another way to write the mailbox that its human has at Gmail, or the address of another mailbox of theirs. `isHome`: the
   * first; of a tenant, which verifies that one alone, it is verified.
   */
  writeAddress({ mailbox, hands }: Account, way: number): Readonly<{ email: string; isHome: boolean }> {
    this.made += 1;
    const home = [...hands].find((hand) => hand.endsWith('@gmail.com'));
    const [local = '', domain = ''] = (home ?? mailbox).split('@');
    if (way === 3) return { email: `other-${this.made}.${local}@example.test`, isHome: false };
    if (way === 0 || home === undefined)
      return { email: `${local}+${this.made}@${domain}`, isHome: home !== undefined };
    const dotted = `${local.slice(0, 1)}.${local.slice(1)}`;
    return {
      email: way === 1 ? `${dotted}+${this.made}@Gmail.com` : `${local}+${this.made}@googlemail.com`,
      isHome: true,
    };
  }

  private ownMailbox(email: string): string {
    const known = this.accounts.find(({ mailbox }) => plain(mailbox) === plain(email));
    return known?.mailbox ?? email;
  }

  /** By another account, whose hands it is in. */
  add(by: string, id: string, email: string): void {
    const mailbox = this.ownMailbox(email);
    const hands = new Set([mailbox, ...this.handsOf(by)]);
    this.accounts.push({ id, email, mailbox, hands, isConfirmed: false, isVouchedFor: true });
  }

  /** By itself, at a tenant. `owner`: whose address it really is, which the tenant does not verify. */
  enter(id: string, email: string, owner: string | undefined): void {
    const mailbox = this.ownMailbox(email);
    const hands = new Set([mailbox, ...(owner === undefined ? [] : this.handsOf(owner))]);
    const isConfirmed = owner === undefined;
    this.accounts.push({ id, email, mailbox, hands, isConfirmed, isVouchedFor: isConfirmed });
  }

  invite(by: string, id: string): void {
    const account = this.find(id);
    if (!account.isConfirmed) this.handsOf(by).forEach((hand) => account.hands.add(hand));
  }

  /** Returns whether this may be: nobody confirms themselves, unless it is the first word about an account from outside. */
  confirm(by: string, id: string): boolean {
    const account = this.find(id);
    const isFirst = !account.isVouchedFor;
    account.isVouchedFor = true;
    if (this.areOne(by, id)) return isFirst;
    account.isConfirmed = true;
    account.hands = new Set([account.mailbox]);
    return true;
  }

  areOne(one: string, other: string): boolean {
    const theirs = this.handsOf(other);
    return [...this.handsOf(one)].some((hand) => theirs.has(hand));
  }

  write(id: string): void {
    this.writers.add(id);
  }

  wentLive(): void {
    this.writers = new Set();
  }

  /** What is wrong with these approvers of what went live. */
  explainUnsound(approvers: readonly string[]): string[] {
    const pairs = approvers.flatMap((one, index) => approvers.slice(index + 1).map((other) => [one, other] as const));
    const authored = approvers.flatMap((one) => [...this.writers].map((author) => [one, author] as const));
    return [
      ...(approvers.length < 2 ? [`${approvers.length} approvers`] : []),
      ...[...pairs, ...authored]
        .filter(([one, other]) => this.areOne(one, other))
        .map(([one, other]) => `${one} and ${other} are one person`),
    ];
  }

  propose(what: string, by: string, id = ''): void {
    this.proposals.set(what, { id, by });
  }

  proposed(what: string): Proposal | undefined {
    return this.proposals.get(what);
  }

  decided(what: string): void {
    this.proposals.delete(what);
  }

  private find(id: string): Account {
    const found = this.accounts.find((account) => account.id === id);
    if (found === undefined) throw new Error(`The model does not know ${id}.`);
    return found;
  }

  private handsOf(id: string): ReadonlySet<string> {
    return this.find(id).hands;
  }
}

/** What all ways to write a mailbox have in common. */
const plain = (address: string): string => {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const untagged = local.replace(/\+.*/, '');
  return domain.startsWith('g') ? untagged.replaceAll('.', '') : `${untagged}@${domain}`;
};

import type { Choice } from '#domain/review/round.ts';
import type { RaiseDecision } from '#domain/appetite/proposal.ts';

/** The content of a list, by number: 0 is the empty list of a new bucket. Days are numbers, too. */
type Content = number;
type Day = number;
/** `actsFor`: whose deputy the voter was. */
type Vote = Readonly<{ choice: Choice; actsFor: readonly number[] }>;
type Votes = Map<number, Vote>;
type Terms = Readonly<{ day: Day | null; restart: boolean }>;
/** `signers`: one of them must approve; null: nobody must. */
type Round = Readonly<{
  terms: Terms;
  authors: ReadonlySet<number>;
  votes: Votes;
  signers: readonly number[] | null;
}>;
type Draft = {
  content: Content;
  /** Takes votes. Beside an approved day, it asks for an earlier one. */
  voting: Round | null;
  /** Approved for this day. */
  waiting: Readonly<{ day: Day; restart: boolean }> | null;
};

const REQUIRED = 2;

/**
 * The simplest model of everything that decides what is live in one bucket: drafts, reviews for a day, earlier and later
 * days, stops, appetites and who must sign. People are numbers. Each action returns whether it is accepted.
 */
export class WorkflowModel {
  today: Day = 0;
  live: Content = 0;
  appetite = 1;
  isStopped = false;
  raise: Readonly<{ becomes: number; by: number }> | null = null;
  draft: Draft | null = null;
  /** The rule of authority about everything: one of them signs. */
  rule: readonly number[] | null = null;
  deputy: Readonly<{ person: number; deputy: number }> | null = null;
  activations = 0;
  /** Enough approvals that did not decide, and approvals of a deputy that did. */
  unsigned = 0;
  signedByDeputy = 0;
  restarts = 0;
  raises = 0;
  earlierDays = 0;
  /** Who saved or submitted since the last activation. */
  private writers = new Set<number>();

  private get isEditable(): boolean {
    return this.draft === null || (this.draft.voting === null && this.draft.waiting === null);
  }

  save(person: number, content: Content): boolean {
    if (!this.isEditable) return false;
    if (content === (this.draft?.content ?? this.live)) return true;
    this.draft = { content, voting: null, waiting: null };
    this.writers.add(person);
    return true;
  }

  reset(): boolean {
    if (this.draft === null || !this.isEditable) return false;
    this.draft = null;
    return true;
  }

  submit(person: number, terms: Terms): boolean {
    if (!this.isEditable || (terms.restart && !this.isStopped)) return false;
    const content = this.draft?.content ?? this.live;
    if (content === this.live && !terms.restart) return false;
    this.writers.add(person);
    this.draft = { content, voting: this.startRound(terms), waiting: null };
    return true;
  }

  private startRound(terms: Terms): Round {
    return { terms, authors: new Set(this.writers), votes: new Map(), signers: this.rule };
  }

  private actsFor(person: number): number[] {
    return this.deputy?.deputy === person ? [this.deputy.person] : [];
  }

  private isSigned({ signers, votes }: Round): boolean {
    if (signers === null) return true;
    const approvals = [...votes].filter(([, { choice }]) => choice === 'approve');
    if (approvals.some(([person]) => signers.includes(person))) return true;
    const isSigned = approvals.some(([, { actsFor }]) => actsFor.some((one) => signers.includes(one)));
    if (isSigned) this.signedByDeputy += 1;
    return isSigned;
  }

  /** Two people change the rule; rounds that were submitted keep the one before. */
  setRule(people: readonly number[] | null): void {
    this.rule = people;
  }

  setDeputy(deputy: Readonly<{ person: number; deputy: number }> | null): void {
    this.deputy = deputy;
  }

  vote(person: number, choice: Choice): boolean {
    const { draft } = this;
    if (!draft?.voting || draft.voting.authors.has(person)) return false;
    const { votes, terms, authors } = draft.voting;
    votes.set(person, { choice, actsFor: this.actsFor(person).filter((one) => !authors.has(one)) });
    if ([...votes.values()].filter((one) => one.choice === choice).length < REQUIRED) return true;
    if (choice === 'approve' && !this.isSigned(draft.voting)) {
      this.unsigned += 1;
      return true;
    }
    draft.voting = null;
    if (choice === 'reject') return true;
    if (draft.waiting !== null) this.earlierDays += 1;
    if (terms.day === null || terms.day <= this.today) this.activate(draft.content, terms.restart);
    else draft.waiting = { day: terms.day, restart: terms.restart };
    return true;
  }

  cancel(): boolean {
    if (!this.draft?.voting) return false;
    this.draft.voting = null;
    return true;
  }

  putOff(day: Day): boolean {
    const { draft } = this;
    if (!draft?.waiting || draft.voting || day <= draft.waiting.day) return false;
    draft.waiting = { ...draft.waiting, day };
    return true;
  }

  bringForward(person: number, day: Day): boolean {
    const { draft } = this;
    if (!draft?.waiting || draft.voting || day < this.today || day >= draft.waiting.day) return false;
    this.writers.add(person);
    const terms = { day, restart: draft.waiting.restart };
    draft.voting = this.startRound(terms);
    return true;
  }

  callOff(): boolean {
    if (!this.draft?.waiting) return false;
    this.draft.voting = null;
    this.draft.waiting = null;
    return true;
  }

  stop(): boolean {
    if (this.isStopped) return false;
    this.isStopped = true;
    return true;
  }

  setAppetite(person: number, appetite: number): boolean {
    if (appetite > this.appetite) this.raise = { becomes: appetite, by: person };
    if (appetite < this.appetite) this.raise = null;
    this.appetite = Math.min(this.appetite, appetite);
    return true;
  }

  decide(person: number, decision: RaiseDecision): boolean {
    if (this.raise === null || (decision === 'withdraw') !== (this.raise.by === person)) return false;
    const { by } = this.raise;
    const signs = [person, ...this.actsFor(person).filter((one) => one !== by)];
    if (decision === 'confirm' && this.rule !== null && !signs.some((one) => this.rule?.includes(one))) return false;
    if (decision === 'confirm') {
      this.appetite = this.raise.becomes;
      this.raises += 1;
    }
    this.raise = null;
    return true;
  }

  /** Midnight, and the job that runs after it. */
  nextDay(): void {
    this.today += 1;
    const { draft } = this;
    if (draft?.waiting && draft.waiting.day <= this.today) this.activate(draft.content, draft.waiting.restart);
  }

  private activate(content: Content, restart: boolean): void {
    this.live = content;
    this.draft = null;
    this.writers = new Set();
    this.activations += 1;
    if (restart) this.restarts += 1;
    this.isStopped &&= !restart;
  }
}

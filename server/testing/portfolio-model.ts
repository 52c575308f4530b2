import type { AuthorityDecision } from '#domain/authority/proposal.ts';

type Proposal = { by: number; isOpen: boolean };

/** What the portfolio in use and the rule that counts it should be, after any acts. True: an act is accepted. */
export class PortfolioModel {
  /** How many were loaded before each: one that is loaded again under the same name is another one. */
  readonly loaded = new Map<number, number>();
  private loads = 0;
  used: number | null = null;
  isRuled = false;
  rule: Proposal | null = null;
  use: (Proposal & { portfolio: number; was: number | undefined }) | null = null;
  /** How often a second person made another portfolio the one that counts. */
  confirmed = 0;
  refusedAlone = 0;

  load(portfolio: number): boolean {
    if (this.loaded.has(portfolio)) return false;
    this.loads += 1;
    this.loaded.set(portfolio, this.loads);
    if (this.used === null && !this.isRuled) this.used = portfolio;
    return true;
  }

  choose(portfolio: number): boolean {
    if (!this.loaded.has(portfolio)) return false;
    if (this.used === portfolio) return true;
    if (this.isRuled) {
      this.refusedAlone += 1;
      return false;
    }
    this.used = portfolio;
    return true;
  }

  delete(portfolio: number): boolean {
    if (!this.loaded.has(portfolio)) return false;
    if (this.used === portfolio && (this.isRuled || this.loaded.size > 1)) return false;
    this.loaded.delete(portfolio);
    if (this.used === portfolio) this.used = null;
    return true;
  }

  proposeUse(by: number, portfolio: number): boolean {
    if (!this.loaded.has(portfolio) || this.used === portfolio || this.use?.isOpen) return false;
    this.use = { by, portfolio, was: this.usedLoad(), isOpen: true };
    return true;
  }

  decideUse(who: number, decision: AuthorityDecision, isGone: boolean): boolean {
    const { use } = this;
    if (!mayDecide(use, who, decision)) return false;
    if (decision === 'confirm') {
      if (isGone || this.usedLoad() !== use.was) return false;
      this.used = use.portfolio;
      this.confirmed += 1;
    }
    use.isOpen = false;
    return true;
  }

  private usedLoad(): number | undefined {
    return this.used === null ? undefined : this.loaded.get(this.used);
  }

  /** Adds the rule, or removes the one in force. */
  proposeRule(by: number): boolean {
    if (this.isRuled && this.rule?.isOpen) return false;
    this.rule = { by, isOpen: true };
    return true;
  }

  decideRule(who: number, decision: AuthorityDecision): boolean {
    const { rule } = this;
    if (!mayDecide(rule, who, decision)) return false;
    rule.isOpen = false;
    if (decision === 'confirm') this.isRuled = !this.isRuled;
    return true;
  }
}

const mayDecide = <P extends Proposal>(proposal: P | null, who: number, decision: AuthorityDecision): proposal is P =>
  proposal !== null && proposal.isOpen && (proposal.by === who) === (decision === 'withdraw');

import type { Choice } from '#domain/review/round.ts';
import type { RaiseDecision } from '#domain/appetite/proposal.ts';

/** The content of a list, by number: 0 is the empty list of a new bucket. Days are numbers, too. */
type Content = number;
type Day = number;
type Votes = Map<number, Choice>;
type Terms = Readonly<{ day: Day | null; restart: boolean }>;
type Round = Readonly<{ terms: Terms; authors: ReadonlySet<number>; votes: Votes }>;
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
 * days, stops and appetites. People are numbers. Each action returns whether it is accepted.
 */
export class WorkflowModel {
  today: Day = 0;
  live: Content = 0;
  appetite = 1;
  isStopped = false;
  raise: Readonly<{ becomes: number; by: number }> | null = null;
  draft: Draft | null = null;
  activations = 0;
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
    this.draft = { content, voting: { terms, authors: new Set(this.writers), votes: new Map() }, waiting: null };
    return true;
  }

  vote(person: number, choice: Choice): boolean {
    const { draft } = this;
    if (!draft?.voting || draft.voting.authors.has(person)) return false;
    const { votes, terms } = draft.voting;
    votes.set(person, choice);
    if ([...votes.values()].filter((one) => one === choice).length < REQUIRED) return true;
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
    draft.voting = { terms, authors: new Set(this.writers), votes: new Map() };
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

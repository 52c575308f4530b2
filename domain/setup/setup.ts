/** What a new installation needs before people can work in it, in the order that Home shows. */
export const SETUP_STEPS = ['partners', 'classes', 'people', 'dials', 'portfolio'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export type SetupFacts = Readonly<{
  partners: number;
  /** Classes with a bucket. */
  classes: number;
  buckets: number;
  /** Active people, and those of them who may approve and count for everybody. */
  people: number;
  reviewers: number;
  /** Active people who may approve, but whose votes do not count until somebody else confirms who they are. */
  unconfirmed: number;
  /** Published dials. */
  dials: number;
  portfolios: number;
  /** Approvals that a draft needs. */
  required: number;
}>;

/** An author, and as many who approve as a draft needs. */
export const setupPeople = (required: number) => ({ people: required + 1, reviewers: required });

const DONE = {
  partners: ({ partners }) => partners > 0,
  classes: ({ buckets }) => buckets > 0,
  people: ({ people, reviewers, required }) =>
    people >= setupPeople(required).people && reviewers >= setupPeople(required).reviewers,
  dials: ({ dials }) => dials > 0,
  portfolio: ({ portfolios }) => portfolios > 0,
} as const satisfies Record<SetupStep, (facts: SetupFacts) => boolean>;

/** A step is done by its fact, not by a click. */
export const isStepDone = (step: SetupStep, facts: SetupFacts): boolean => DONE[step](facts);

export const isSetupDone = (facts: SetupFacts): boolean => SETUP_STEPS.every((step) => isStepDone(step, facts));

let fail: (error: Error) => void = () => undefined;

/** An answer of a fake API that violates the contract, reported to the test that runs. */
export const contractViolation = {
  /** Rejects with the first violation from now on. */
  watch: (): Promise<never> => {
    const { promise, reject } = Promise.withResolvers<never>();
    fail = reject;
    return promise;
  },
  report: (error: Error): void => fail(error),
};

import { useState } from 'react';

type QueryState = Readonly<{ isError: boolean; isSuccess: boolean; error: Error | null; isPlaceholderData: boolean }>;

/** Keeps an error in place during a retry, so that the pressed button does not vanish. */
export function useShownError({ isError, isSuccess, error, isPlaceholderData }: QueryState): Error | undefined {
  const [shown, setShown] = useState<Error>();
  if (isError && error !== null && shown !== error) setShown(error);
  if (isSuccess && !isPlaceholderData && shown !== undefined) setShown(undefined);
  return shown;
}

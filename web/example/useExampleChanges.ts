import type { QueryClient } from '@tanstack/react-query';
import type { Example } from '#contract/example.ts';
import type { ExampleData } from '#domain/example/example.ts';
import { useApi } from '#web/base/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { refreshExamples } from '#web/bucket/query.ts';
import { useChange } from '#web/base/page/useChange.ts';

export type ExampleChanges = ReturnType<typeof useExampleChanges>;

type ExampleChange = Readonly<{ example: Example; data: ExampleData | null }>;

/** Changes stored examples one at a time. Refetches after each, and after a refusal. */
export function useExampleChanges(address: BucketAddress) {
  const api = useApi();
  const apply = (queries: QueryClient) => refreshExamples(queries, address);
  const { run, busy, failure, forget } = useChange({
    send: async ({ example, data }: ExampleChange): Promise<Example | null> => {
      const params = { ...address, exampleId: example.id };
      const based = { ifMatch: example.revision };
      if (data !== null) return api.changeExample({ params, body: dataOf(data) }, based);
      await api.deleteExample({ params }, based);
      return null;
    },
    failed: 'Failed to change the example',
    done: (saved) => (saved === null ? 'Example deleted' : 'Example changed'),
    apply,
    onFailed: apply,
  });
  return {
    busy,
    failure,
    forget,
    change: (example: Example, data: ExampleData) => run({ example, data }),
    remove: (example: Example) => run({ example, data: null }),
  };
}

const dataOf = ({ name, risk, expected }: ExampleData): ExampleData => ({ name, risk, expected });

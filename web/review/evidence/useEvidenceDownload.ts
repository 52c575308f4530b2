import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#web/base/api/client.tsx';
import { apiQuery } from '#web/base/api/query.ts';
import { download } from '#web/kit/download.ts';
import type { BucketAddress } from '#web/bucket/address.ts';

/** `lineslip-evidence-9101-cyber-privacy-and-tech-v12.json` */
export const evidenceFileName = ({ partner, cob }: BucketAddress, number: number): string =>
  `lineslip-evidence-${partner}-${cob}-v${number}.json`;

/** Fetched anew each time: the file says when it was created. */
export function useEvidenceDownload(address: BucketAddress, number: number) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const evidence = await queryClient.query({
        ...apiQuery(api, 'getEvidence', { params: { ...address, number } }),
        staleTime: 0,
      });
      download(evidenceFileName(address, number), `${JSON.stringify(evidence, null, 2)}\n`, 'application/json');
    },
  });
}

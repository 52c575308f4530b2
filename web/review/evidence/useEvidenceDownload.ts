import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#web/api/client.tsx';
import { download } from '#web/kit/download.ts';
import { evidenceQuery } from '#web/review/query.ts';
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
      const evidence = await queryClient.fetchQuery({ ...evidenceQuery(api, address, number), staleTime: 0 });
      download(evidenceFileName(address, number), `${JSON.stringify(evidence, null, 2)}\n`, 'application/json');
    },
  });
}

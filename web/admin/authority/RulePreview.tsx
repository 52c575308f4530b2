import { useDebouncedValue } from '@mantine/hooks';
import IconInfo from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { useQuery } from '@tanstack/react-query';
import { type RuleBody, rulePreviewQuery } from '#web/admin/query.ts';
import { useApi } from '#web/api/client.tsx';
import { describePreview } from './authorityText.ts';
import styles from './Authority.module.css';

const PREVIEW_DELAY_MS = 300;

/** What the rule would have done to the drafts of the last days. */
export function RulePreview({ rule, people }: Readonly<{ rule: RuleBody | undefined; people: readonly string[] }>) {
  const [settled] = useDebouncedValue(rule, PREVIEW_DELAY_MS);
  const { data, error } = useQuery(rulePreviewQuery(useApi(), rule === undefined ? undefined : settled));
  const text =
    error !== null
      ? 'What this rule would have done could not be checked.'
      : rule === undefined
        ? 'Complete the sentence to see what it would have done.'
        : data && people.length > 0
          ? describePreview(data, people)
          : '…';
  return (
    <p role="status" className={`ls-row ls-top ls-small ls-ink-2 ls-gap-6 ${styles.preview}`}>
      <IconInfo size={14} aria-hidden />
      <span>{text}</span>
    </p>
  );
}

import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { useApi } from '#web/api/client.tsx';
import { referenceQuery } from '#web/dial/query.ts';
import { showsCode } from '#web/dial/edit/optionWords.ts';
import classes from './AppliesWhen.module.css';

const MOST = 24;

export function OptionPills({ list, codes }: Readonly<{ list: ReferenceList; codes: readonly string[] }>) {
  const { data } = useQuery(referenceQuery(useApi()));
  const labels = useMemo(() => new Map(data?.[list].map(({ code, label }) => [code, label])), [data, list]);
  const [all, setAll] = useState(false);
  const shown = all || codes.length <= MOST + 1 ? codes : codes.slice(0, MOST);
  return (
    <ul className={classes.pills}>
      {shown.map((code) => (
        <li key={code} className={classes.pill}>
          <Name code={code} label={labels.get(code)} withCode={showsCode(list)} />
        </li>
      ))}
      {shown.length < codes.length && (
        <li>
          <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
            {codes.length - shown.length} more
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}

type NameProps = Readonly<{ code: string; label: string | undefined; withCode: boolean }>;

/** A code nobody knows (yet) stands for itself. */
function Name({ code, label, withCode }: NameProps) {
  if (label === undefined || label === code) return <span className={classes.code}>{code}</span>;
  if (!withCode) return label;
  // Some labels carry their code already: "9101 Alder".
  const meaning = label.startsWith(`${code} `) ? label.slice(code.length + 1) : label;
  return (
    <>
      <span className={classes.code}>{code}</span> {meaning}
    </>
  );
}

export const PASSWORD = { least: 12, most: 200 } as const;

export const PASSWORD_HINT = `At least ${PASSWORD.least} characters. A few words you can remember are fine.`;

/** Why a new password is refused; undefined if it is accepted. Checks length rather than character classes. */
export function refusePassword(
  password: string,
  person: Readonly<{ name: string; email: string }>,
): string | undefined {
  const length = [...password].length;
  if (length < PASSWORD.least) return `Please use at least ${PASSWORD.least} characters; this has ${length}.`;
  if (length > PASSWORD.most) return `Please use at most ${PASSWORD.most} characters; this has ${length}.`;
  const plain = bare(password);
  if (new Set(plain).size < 4) return 'Please use more than a few different characters.';
  const personalWords = [person.email, person.email.split('@')[0] ?? '', person.name, ...person.name.split(/\s+/)]
    .map(bare)
    .filter((word) => word.length > 3)
    .toSorted((one, other) => other.length - one.length);
  const rest = personalWords.reduce((left, word) => left.replaceAll(word, ''), plain);
  if (rest.length < 6) return 'Please choose something other than your name or e-mail.';
  return undefined;
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Names that are not declared here, and what to use instead. GLOSSARY has the business words. */
export const FORBIDDEN_NAMES: Readonly<Record<string, string>> = {
  told: 'message, description, or describe…',
  Told: 'a noun for the thing, such as ReaderMessage',
  said: 'comment, announcement, or text',
  Said: 'a noun for the thing, such as Comment',
  asked: 'request, query, or input',
  Asked: 'a noun for the thing, such as ImpactQuery',
  heard: 'received, or active',
  Heard: 'a noun for the thing',
  meant: 'matches, or selected',
  happened: 'events',
  Happened: 'PublishedChange',
  wish: 'request',
  Wish: 'SaveRequest',
  deed: 'actionText',
  Deed: 'ActionText',
  news: 'notifications, or change',
  News: 'Notification',
  newsOf: 'notificationsOf',
  onTrouble: 'onError',
};

/** Words that are no names of functions: each says what was done or where, not what the function does. */
export const FORBIDDEN_FUNCTION_NAMES: Readonly<Record<string, string>> = {
  changed: 'applyChange, or findChanges',
  stepped: 'takeStep',
  rebased: 'rebaseCopy',
  shared: 'intersect…, or reuse…',
  opened: 'open…, or to… for what is opened',
  seen: 'waitUntilVisible, or a noun for what was seen',
  over: 'on… for a listener, or stop…',
  there: 'listExisting…, or has…',
  says: 'describe…',
  does: 'describe…, or the verb itself',
};

const NAMES = Object.keys(FORBIDDEN_NAMES).join('|');
const FUNCTION_NAMES = Object.keys(FORBIDDEN_FUNCTION_NAMES).join('|');
/** A declaration by keyword, or the first names of a destructured array. */
const DECLARED = new RegExp(
  `^\\s*(?:export )?(?:async )?(?:const|let|var|function\\*?|type|interface|class) (?:\\[\\s*(?:\\w+,\\s*)*)?(${NAMES})\\b`,
);
const DECLARED_FUNCTION = new RegExp(`^\\s*(?:export )?(?:async )?function\\*? (${FUNCTION_NAMES})\\b`);
/** A constant that is an arrow function. Its parameters may be on the next lines. */
const ARROW_FUNCTION = new RegExp(
  `^\\s*(?:export )?const (${FUNCTION_NAMES})\\b(?:: [^=]+)? = (?:useCallback\\()?(?:async )?(?:<.+>)?(?:\\w+ =>|\\((?:$|(?!.*\\)\\.).*\\)(?:: .+)? =>))`,
);

/** Returns the forbidden names that a text declares, with their lines. */
export const findForbiddenNames = (text: string): { name: string; line: number }[] =>
  text.split('\n').flatMap((content, index) => {
    const match = DECLARED.exec(content) ?? DECLARED_FUNCTION.exec(content) ?? ARROW_FUNCTION.exec(content);
    return match?.[1] === undefined ? [] : [{ name: match[1], line: index + 1 }];
  });

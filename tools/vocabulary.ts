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

const NAMES = Object.keys(FORBIDDEN_NAMES).join('|');
/** A declaration by keyword, or the first names of a destructured array. */
const DECLARED = new RegExp(
  `^\\s*(?:export )?(?:async )?(?:const|let|var|function\\*?|type|interface|class) (?:\\[\\s*(?:\\w+,\\s*)*)?(${NAMES})\\b`,
);

/** The forbidden names that a text declares, with their lines. */
export const findForbiddenNames = (text: string): { name: string; line: number }[] =>
  text.split('\n').flatMap((content, index) => {
    const name = DECLARED.exec(content)?.[1];
    return name === undefined ? [] : [{ name, line: index + 1 }];
  });

/** A page without scripts and styles, for people whose browser has not loaded the application. */
export const plainPage = (content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>Lineslip</title><body><h1>Lineslip</h1>${content}</body></html>`;
export const HTML = 'text/html; charset=utf-8';

export { fakeApi, type PageOptions, renderPage } from '#web/testing/page.tsx';

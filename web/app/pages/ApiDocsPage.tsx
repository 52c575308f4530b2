import { useComputedColorScheme } from '@mantine/core';
import IconAlert from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import { useEffect, useRef } from 'react';
import type { SwaggerRequest } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import swaggerSheet from 'swagger-ui-dist/swagger-ui.css?url';
import { useCustomQuery } from '#web/base/api/query.ts';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Notice } from '#web/kit/Notice.tsx';
import { useSession } from '#web/base/session/session.tsx';
import ownSheet from './apiDocs.css?url';

const DOCUMENT = '/api/openapi.json';

/** Swagger UI is larger than everything else together: only this page fetches it. */
async function loadSwagger() {
  const [{ default: render }, answer] = await Promise.all([
    import('swagger-ui-dist/swagger-ui-es-bundle.js'),
    fetch(DOCUMENT),
  ]);
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return { render, document: (await answer.json()) as object };
}

/** The OpenAPI document as a page; Try it out sends requests as the signed-in person. */
export function ApiDocsPage() {
  const query = useCustomQuery({ queryKey: ['local', 'swagger'], queryFn: loadSwagger, staleTime: Infinity });
  return (
    <AppPage title="API" subtitle="Every route, with examples" parent={{ to: '/', name: 'Home' }}>
      <Notice icon={<IconAlert size={16} aria-hidden />}>
        Try it out sends real requests with your permissions. Changes take effect and are recorded. Other programs read
        the same description at{' '}
        <a className="ls-link" href={DOCUMENT}>
          {DOCUMENT}
        </a>
        .
      </Notice>
      <Loaded query={query} title="Failed to load the API page" skeleton={<Card waiting={12} />}>
        {(loaded) => <Swagger {...loaded} />}
      </Loaded>
    </AppPage>
  );
}

/** Not to the feed, which is for engines, and not over a token that was typed in. */
async function addToken(request: SwaggerRequest, token: () => Promise<string>): Promise<SwaggerRequest> {
  const { origin, pathname } = new URL(request.url, location.href);
  if (origin !== location.origin || !pathname.startsWith('/api/')) return request;
  return { ...request, headers: { Authorization: `Bearer ${await token()}`, ...request.headers } };
}

type SwaggerProps = Awaited<ReturnType<typeof loadSwagger>>;

function Swagger({ render, document }: SwaggerProps) {
  const place = useRef<HTMLDivElement>(null);
  const { token } = useSession();
  useDarkMode();
  useEffect(() => {
    const domNode = window.document.createElement('div');
    place.current?.append(domNode);
    render({
      domNode,
      // Ours is 3.1, for which Swagger UI takes three times as long. What we use of it, its older reader shows too.
      spec: { ...document, openapi: '3.0.3' },
      docExpansion: 'none',
      defaultModelsExpandDepth: -1,
      filter: true,
      validatorUrl: null,
      // The command line that it shows would contain the token.
      showMutatedRequest: false,
      requestInterceptor: (request) => addToken(request, token),
    });
    return () => domNode.remove();
  }, [render, document, token]);
  return (
    <>
      <link rel="stylesheet" href={swaggerSheet} precedence="swagger" />
      <link rel="stylesheet" href={ownSheet} precedence="swagger-colours" />
      <div ref={place} />
    </>
  );
}

/** Swagger UI has a dark mode of its own, chosen by this class. */
function useDarkMode(): void {
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const { classList } = window.document.documentElement;
    classList.toggle('dark-mode', scheme === 'dark');
    return () => classList.remove('dark-mode');
  }, [scheme]);
}

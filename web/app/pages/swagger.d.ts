/** The part of Swagger UI that we use; the package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export type SwaggerRequest = { url: string; headers: Record<string, string> };
  export default function render(options: {
    domNode: HTMLElement;
    spec: object;
    docExpansion: 'list' | 'full' | 'none';
    defaultModelsExpandDepth: number;
    filter: boolean;
    validatorUrl: null;
    showMutatedRequest: boolean;
    requestInterceptor: (request: SwaggerRequest) => Promise<SwaggerRequest>;
  }): unknown;
}

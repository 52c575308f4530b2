import '#web/app/nonce.ts';
import '#web/kit/styles.ts';
import { createRoot } from 'react-dom/client';
import { loadSettings } from '#web/base/api/settings.ts';
import { LoadingIndicator } from '#web/kit/LoadingIndicator.tsx';
import { App } from '#web/app/App.tsx';
import { StartFailed } from '#web/app/errors/errors.tsx';

const root = createRoot(document.getElementById('root') ?? document.body);

// Empty for 150 ms: settings usually arrive with the script.
root.render(<LoadingIndicator size="large" />);
try {
  root.render(<App settings={await loadSettings()} />);
} catch (error) {
  console.error(error);
  root.render(<StartFailed />);
}

import { useAuth0 } from '@auth0/auth0-react';
import { Component, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.tsx';

/** Catches what the gate throws: a sign-in that did not finish, with the provider's own message. */
export class SignInErrors extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? <SignInError error={this.state.error} /> : this.props.children;
  }
}

function SignInError({ error }: { error: Error }) {
  const { loginWithRedirect } = useAuth0();
  return (
    <ErrorPage
      title="The sign-in did not finish"
      facts={[error.message || 'Login failed']}
      action={{ label: 'Sign in again', onClick: () => void loginWithRedirect({ appState: { returnTo: '/' } }) }}
    />
  );
}

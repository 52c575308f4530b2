import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Component, type ReactNode } from 'react';
import { renderUi } from '#web/testing/page.tsx';
import { useSession } from './session.tsx';

/** Shows the message of what its children threw. */
class Caught extends Component<Readonly<{ children: ReactNode }>, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render() {
    return this.state.message ?? this.props.children;
  }
}

const Name = () => useSession().person.name;

test('outside the session there is no person', async () => {
  await renderUi(
    <Caught>
      <Name />
    </Caught>,
  );
  await expect.element(page.getByText('User is unauthenticated', { exact: true })).toBeVisible();
});

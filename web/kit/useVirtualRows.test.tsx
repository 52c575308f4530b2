import { Fragment } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '#web/testing/page.tsx';
import { Gap, Table } from './Table.tsx';
import { useTableRows } from './useVirtualRows.ts';

const focusRow = (row: HTMLElement) => {
  row.scrollIntoView({ block: 'center' });
  row.focus({ preventScroll: true });
};

function Rows() {
  const { body, rows, gapAfter, measure, onFocus, onBlur, reveal } = useTableRows(300);
  return (
    <>
      <button type="button" onClick={() => reveal(250, focusRow)}>
        Show row 250
      </button>
      <div style={{ height: 400, overflow: 'auto' }}>
        <Table label="Rows" columns={['Number']}>
          <tbody ref={body} onFocus={onFocus} onBlur={onBlur}>
            {rows.map(({ index, gapBefore }) => (
              <Fragment key={index}>
                {gapBefore > 0 && <Gap height={gapBefore} />}
                <tr ref={measure} data-index={index} tabIndex={-1}>
                  <td>Row {index}</td>
                </tr>
              </Fragment>
            ))}
            {gapAfter > 0 && <Gap height={gapAfter} />}
          </tbody>
        </Table>
      </div>
    </>
  );
}

test('a row far from what is seen is mounted when it is revealed', async () => {
  await renderUi(<Rows />);
  const far = page.getByRole('row', { name: 'Row 250' });
  await expect.element(page.getByRole('row', { name: 'Row 3', exact: true })).toBeVisible();
  await expect.element(far).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show row 250' }).click();
  await expect.element(far).toHaveFocus();
  await expect.element(far).toBeInViewport();
});

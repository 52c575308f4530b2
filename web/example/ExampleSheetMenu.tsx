import { Menu } from '@mantine/core';
import IconMenu from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { useQueryClient } from '@tanstack/react-query';
import type { Example } from '#contract/example.ts';
import { useApi } from '#web/base/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { readReference } from '#web/dial/query.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { useFileField } from '#web/kit/FileDrop.tsx';
import { notifyError } from '#web/kit/Toaster.tsx';
import type { ExampleChanges } from './exampleSheet.ts';
import { ImportExamples } from './ImportExamples.tsx';

const loadSheet = () => import('./exampleSheet.ts');

type ExampleSheetMenuProps = Readonly<{ address: BucketAddress; items: readonly Example[]; mayEdit: boolean }>;

/** The examples as a sheet, there and back. */
export function ExampleSheetMenu({ address, items, mayEdit }: ExampleSheetMenuProps) {
  const api = useApi();
  const queries = useQueryClient();
  const preview = useDialog<ExampleChanges>((close, changes) => (
    <ImportExamples address={address} changes={changes} onClose={close} />
  ));

  const run = async (failed: string, work: (sheet: Awaited<ReturnType<typeof loadSheet>>) => Promise<void>) => {
    const sheet = await loadSheet();
    try {
      await work(sheet);
    } catch (error) {
      notifyError(sheet.describeFailure(failed, error));
    }
  };
  const exportSheet = () =>
    run('Failed to export examples', async (sheet) =>
      sheet.exportExamples(address, items, await readReference(api, queries)),
    );
  const importSheet = (file: File) =>
    run('Failed to import examples', async (sheet) => {
      preview(await sheet.readExamples(file, items, await readReference(api, queries)));
    });
  const { ask, field } = useFileField({
    label: 'Sheet of examples',
    accept: '.xlsx',
    onFile: (file) => void importSheet(file),
  });

  return (
    <>
      <Menu position="bottom-end" offset={4}>
        <Menu.Target>
          <button type="button" className="ls-icon ls-ink-3" aria-label="More actions for examples">
            <IconMenu size={16} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown miw={180}>
          <Menu.Item disabled={items.length === 0} onClick={() => void exportSheet()}>
            Export as Excel
          </Menu.Item>
          {mayEdit && <Menu.Item onClick={ask}>Import a sheet</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {field}
    </>
  );
}

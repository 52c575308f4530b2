import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { checkArchive } from './archive.ts';
import type { SheetReply } from './job.ts';
import { SheetRefusal } from './refusal.ts';
import { runInThread, smallWorkbook, type TestEntry, zip } from './testing.ts';

/** Rejects if the thread passes its limit of memory. */
const read = (bytes: Uint8Array): Promise<SheetReply> => runInThread({ kind: 'read', bytes: new Uint8Array(bytes) });

const MEGABYTE = 2 ** 20;
const ROWS = process.env['LONG_TESTS'] === 'yes' ? 1_000_000 : 50_000;
const TOO_LARGE = 'This file is too large. Remove what is not of the exported sheet, and choose it again.';
const DAMAGED = 'This file is incomplete or damaged. Open it in Excel, save a copy, and choose that.';
const UNREADABLE = 'This file could not be read. Open it in Excel, save a copy, and choose that.';
const NO_WORKBOOK = 'This file is not an Excel workbook (.xlsx).';
const PASSWORD = 'This file is protected by a password. Save a copy without one, and choose that.';

const strings = (content: string | Uint8Array, figures: Partial<TestEntry> = {}): TestEntry => ({
  name: 'xl/sharedStrings.xml',
  content,
  ...figures,
});
const bomb = new Uint8Array(9 * MEGABYTE).fill(32);
const compoundFile = (text: string) =>
  Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Buffer.from(text, 'utf16le')]);
const oneCell = '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>one</t></is></c></row></sheetData>';
const withLink = (entry: Uint8Array, at: number, value: number) => {
  const copy = new Uint8Array(entry);
  new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
};

describe('is refused, by the directory of the archive, before anything is inflated', () => {
  const small = smallWorkbook(oneCell);
  const end = small.length - 22;
  test.each<[string, Uint8Array, string]>([
    ['a zip bomb in shared strings', smallWorkbook(oneCell, [strings(bomb)]), TOO_LARGE],
    [
      'a sheet over 64 MB',
      smallWorkbook('', [{ name: 'xl/worksheets/sheet2.xml', content: 'x', size: 64 * MEGABYTE + 1 }]),
      TOO_LARGE,
    ],
    ['a bomb that declares no size', smallWorkbook(oneCell, [strings(bomb, { size: 0 })]), DAMAGED],
    [
      'a bomb that hides its size behind its content',
      smallWorkbook(oneCell, [strings(bomb, { size: 0, compressedSize: 0, flags: 8 })]),
      DAMAGED,
    ],
    ['a file over 16 MB', new Uint8Array(16 * MEGABYTE + 1), TOO_LARGE],
    [
      'too many parts',
      smallWorkbook(
        oneCell,
        Array.from({ length: 1001 }, (_, index) => ({ name: `xl/${index}.xml`, content: 'x' })),
      ),
      TOO_LARGE,
    ],
    ['ZIP64', withLink(small, end + 16, 0xff_ff_ff_ff), TOO_LARGE],
    ['one name twice', smallWorkbook(oneCell, [strings('a'), strings('b')]), DAMAGED],
    ['an encrypted part', smallWorkbook(oneCell, [strings('a', { flags: 1 })]), PASSWORD],
    ['a workbook with a password', compoundFile('…EncryptedPackage…'), PASSWORD],
    [
      'an old .xls',
      compoundFile('…Workbook…'),
      'This file is an old workbook (.xls). Save it as Excel workbook (.xlsx), and choose that.',
    ],
    ['half a file', small.slice(0, small.length / 2), DAMAGED],
    ['a directory that is not there', withLink(small, end + 16, 5), DAMAGED],
    [
      'a .docx',
      zip([{ name: 'word/document.xml', content: '<w/>' }]),
      'This file is a Word document. Choose an Excel workbook (.xlsx).',
    ],
    [
      'an .ods',
      zip([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', content: '<x/>' },
      ]),
      'This file is an OpenDocument file. Save it as Excel workbook (.xlsx), and choose that.',
    ],
    [
      'an .xlsb',
      zip([{ name: 'xl/workbook.bin', content: 'x' }]),
      'This file is a binary workbook (.xlsb). Save it as Excel workbook (.xlsx), and choose that.',
    ],
    ['another archive', zip([{ name: 'a.txt', content: 'a' }]), NO_WORKBOOK],
    ['a page of HTML', Buffer.from('<html><table></table></html>'), NO_WORKBOOK],
    ['an empty file', new Uint8Array(), NO_WORKBOOK],
  ])('$0', (_name, bytes, sentence) => {
    expect(() => checkArchive(bytes)).toThrow(new SheetRefusal(sentence));
  });
});

describe('takes at most 512 MB, and is refused or read', () => {
  const readTexts = (reply: SheetReply): unknown =>
    'result' in reply && 'sheets' in reply.result
      ? {
          rows: reply.result.sheets[0]?.rows.length,
          first: reply.result.sheets[0]?.rows[0]?.[0]?.text,
          notices: reply.result.notices,
        }
      : reply;

  test('a size that is false', async () => {
    expect(await read(smallWorkbook(oneCell, [strings(bomb, { size: 100 })]))).toHaveProperty('result');
    const sheet = { name: 'xl/worksheets/sheet1.xml', content: bomb, size: 100 };
    expect(await read(smallWorkbook('', [sheet]))).toEqual({ refusal: UNREADABLE });
  });

  test('entities that refer to each other a billion times, and to files', async () => {
    const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
    const prolog = `<!DOCTYPE x [<!ENTITY l0 "lol">${levels.join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
    const cell = (text: string) =>
      `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`;
    for (const name of ['l9', 'file']) {
      const reply = JSON.stringify(await read(smallWorkbook(cell(`&${name};`), [], prolog)));
      expect(reply.length).toBeLessThan(1000);
      expect(reply).not.toMatch(/lollol|root:/);
    }
  });

  test(`${ROWS.toLocaleString('en')} rows: the first are read, and the rest is counted`, async () => {
    const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>${number}</v></c></row>`;
    const rows = Array.from({ length: ROWS }, (_, index) => row(index + 1)).join('');
    expect(readTexts(await read(smallWorkbook(`<sheetData>${rows}</sheetData>`)))).toEqual({
      rows: 2001,
      first: '1',
      notices: [
        `Only the first 2,000 rows and 200 columns were read. Filled cells outside: ${(ROWS - 2001).toLocaleString('en')}.`,
      ],
    });
  });

  test('8 MB of shared strings', async () => {
    const items = '<si><t>abcdefgh</t></si>'.repeat((7.5 * MEGABYTE) / 24);
    const content = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${items}</sst>`;
    expect(await read(smallWorkbook(oneCell, [strings(content)]))).toHaveProperty('result');
  });

  test('macros and links to other files: they are listed, not run and not opened', async () => {
    const macros = { name: 'xl/vbaProject.bin', content: 'Sub Auto_Open()' };
    expect(readTexts(await read(smallWorkbook(oneCell, [macros])))).toMatchObject({
      first: 'one',
      notices: ['It has macros. They were not run.'],
    });
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const links = smallWorkbook(oneCell, [
      {
        name: 'xl/workbook.xml',
        content: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets><externalReferences><externalReference r:id="rId2"/></externalReferences></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/externalLink" Target="externalLinks/externalLink1.xml"/></Relationships>`,
      },
      {
        name: 'xl/externalLinks/externalLink1.xml',
        content: `<externalLink xmlns="${main}" xmlns:r="${office}"><externalBook r:id="rId1"/></externalLink>`,
      },
      {
        name: 'xl/externalLinks/_rels/externalLink1.xml.rels',
        content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/externalLinkPath" Target="https://example.com/steal.xlsx" TargetMode="External"/></Relationships>`,
      },
    ]);
    expect(readTexts(await read(links))).toMatchObject({
      first: 'one',
      notices: ['It links to other files (steal.xlsx). They were not opened.'],
    });
  });

  test('a real file with a password', async () => {
    const encryption = { password: 'secret', spinCount: 1000 };
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [['a']] }], encryption });
    expect(await read(bytes)).toEqual({ refusal: PASSWORD });
  });
});

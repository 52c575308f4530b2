import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { appendPart, kindOfFile } from '#server/portfolio/load/load.folder.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';
import { openFile, query } from './reader.duck.ts';
import { describeFailure, DISK_FULL, FileProblem, UPLOAD_FILE } from './reader.protocol.ts';

/** The message for an unreadable file; otherwise its columns and rows. */
async function readingOf(content: string | Uint8Array): Promise<string> {
  const bytes = Buffer.from(content);
  const kind = kindOfFile(bytes);
  if ('sentence' in kind) return kind.sentence;
  const file = join(await temporaryFolder(), UPLOAD_FILE);
  await writeFile(file, bytes);
  return openFile(file, kind.kind).then(
    ({ columns, rows, broken }) => `${columns.map(({ name }) => name).join(' ')}: ${rows}, ${broken.length} broken`,
    (error: Error) => error.message,
  );
}

/** Handmade: a few hundred bytes whose header contradicts the content. */
const hostile = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'hostile', `${name}.parquet`));

const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');
const ONE_COLUMN = 'There is only one column. Separate columns by commas, semicolons, tabs or |, and load it again.';
const NOT_UTF8 = 'The file is not UTF-8, so its letters cannot be read. Save it as CSV UTF-8 and load it again.';

describe('a file', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['of another separator', 'reference^cob\nR1^Cargo\n', ONE_COLUMN],
    ['in latin-1', Buffer.from('reference,cob\nR1,caf\xe9\n', 'latin1'), NOT_UTF8],
    ['in UTF-16', Buffer.from('\uFEFFreference,cob\nR1,Cargo\n', 'utf16le'), NOT_UTF8],
    [
      'of no text',
      Buffer.from([65, 44, 66, 10, 0]),
      'This is neither CSV nor Parquet. Save it as CSV UTF-8 and load it again.',
    ],
    [
      'of 2,000 columns',
      `${columns(2000)}\n${columns(2000)}\n`,
      'The file has 2,000 columns, and 300 can be read. Leave out those that are not needed.',
    ],
    ['of a header alone', 'reference,cob\n', 'The file has a header and no rows.'],
    ['of blanks', ' \n \n', 'The file is empty.'],
    [
      'of rows that are all broken',
      'reference,cob\nR1\nR2\n',
      'No row has the columns of the header. Check what separates them. If row 1 is a title, delete it and load the file again.',
    ],
    [
      'of a title that has a separator',
      'Bordereau, October 2026\nreference,cob,gwp\nR1,Cargo,1\n',
      'No row has the columns of the header. Check what separates them. If row 1 is a title, delete it and load the file again.',
    ],
    [
      'of a header that names too few columns',
      'reference,cob\nR1,Cargo,1,2,3\nR2,Cargo,1,2,3\n',
      'No row has the columns of the header. Check what separates them. If row 1 is a title, delete it and load the file again.',
    ],
    [
      'with a quotation mark that is never closed',
      'reference,cob\nR1,Cargo\nR2,"Cargo\nR3,Cargo\n',
      'The quotation mark in row 3 is never closed. Close it, or write it twice if it belongs to the text.',
    ],
    [
      'that is packed and unfolds without end',
      gzipSync(Buffer.alloc(5_000_000, 'a,')),
      'This file is compressed. Unpack it, and load the CSV file that is in it.',
    ],
    [
      'of Parquet that is cut off',
      'PAR1 and no end',
      'This Parquet file is cut off or damaged. Write it again and load that one.',
    ],
    [
      'of Parquet whose header states five rows and whose only row group states ten billion',
      hostile('ten-billion-rows'),
      'The file has 10,000,000,000 rows, and a portfolio can have 5,000,000.',
    ],
    [
      'of Parquet with two columns of five million times the same long text',
      hostile('twenty-gigabytes'),
      'The file takes 20 GB when it is unpacked, and 16 GB can be read. ' +
        'Leave out columns that are not needed, or load it in parts.',
    ],
    ['with a mark in front, tabs and letters of four bytes', '\uFEFFa\tb\r\n1\t😀\r\n', 'a b: 1, 0 broken'],
    [
      'with SQL in its names',
      `a';drop table cells;--,"b""; attach 'x' as y"\n1,2\n`,
      `a';drop table cells;-- b"; attach 'x' as y: 1, 0 broken`,
    ],
    ['with line breaks and separators in its cells', 'a;b\n"1\n;";2\n3;4;5\n', 'a b: 2, 1 broken'],
  ])('%s', async (_what, content, expected) => {
    expect(await readingOf(content)).toBe(expected);
  });
});

test('the reader can access no file except the uploaded one', async () => {
  const folder = await temporaryFolder();
  const [file, other] = [join(folder, UPLOAD_FILE), join(folder, 'other.csv')];
  await Promise.all([file, other].map((path) => writeFile(path, 'a,b\n1,2\n')));
  const { connection } = await openFile(file, 'csv');
  for (const sql of [`from read_csv('${other}')`, `copy cells to '${other}'`, 'set enable_external_access = true'])
    await expect.soft(connection.run(sql), sql).rejects.toThrow(/disabled by configuration|has been locked/);
});

test.each([
  [new FileProblem('Not like this.'), 'Not like this.'],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), DISK_FULL],
  [Object.assign(new Error('could not extend file'), { code: '53100' }), DISK_FULL],
  [new Error('IO Error: Could not write file "cells": No space left on device'), DISK_FULL],
  [
    new Error('Out of Memory Error: could not allocate block'),
    'The file needs more memory than is available. Load it in parts.',
  ],
  [new Error('anything else'), 'The file could not be read. Nothing was saved.'],
])('%s becomes a message that says what to do', (error, sentence) => {
  expect(describeFailure(error)).toBe(sentence);
});

test('a part of a file overwrites an earlier failed attempt', async () => {
  const folder = await temporaryFolder();
  await appendPart(folder, 0, Buffer.from('reference,cob\n'));
  await appendPart(folder, 14, Buffer.from('cut o'));
  await appendPart(folder, 14, Buffer.from('R1,'));
  expect(await readFile(join(folder, UPLOAD_FILE), 'utf8')).toBe('reference,cob\nR1,');
});

describe('the rows of a CSV file', () => {
  async function rowsOf(content: string) {
    const file = join(await temporaryFolder(), UPLOAD_FILE);
    await writeFile(file, content);
    const { connection, columns, broken } = await openFile(file, 'csv');
    const rows = await query(connection, 'select * from cells order by place');
    return {
      rows: rows.map((row) => [Number(row.place), ...columns.map((_column, at) => row[`c${at}`] ?? '')]),
      broken: broken.map(({ row, text }) => `${row} ${text}`),
    };
  }
  test.each<[string, string, unknown[][], string[]?]>([
    [
      'have the numbers of a spreadsheet after empty rows and cells of several lines',
      'a,b\n\n1,2\n,,\n \n"3\n\n3",4\n5\n6,7\n',
      [
        [3, '1', '2'],
        [6, '3  3', '4'],
        [8, '6', '7'],
      ],
      ['7 5'],
    ],
    [
      'may end by CRLF, LF and CR in one file',
      'a,b\r\n1,2\n3,4\r\n5,"6\r\n"\r7,8',
      [
        [2, '1', '2'],
        [3, '3', '4'],
        [4, '5', '6'],
        [5, '7', '8'],
      ],
    ],
    [
      'may have quotation marks anywhere in a cell',
      'a,b,c\n"abc" def,5" pipe,"say ""no"""\n, "x,y" ,""\n',
      [
        [2, 'abc def', '5" pipe', 'say "no"'],
        [3, '', 'x,y', ''],
      ],
    ],
    [
      'may stand below titles of several cells',
      'Bordereau, October 2026\nPrinted,17/11/2026,,,\nref,cob,gwp,office,notes\nR1,Cargo,1,Leeds,x\n',
      [[4, 'R1', 'Cargo', '1', 'Leeds', 'x']],
    ],
    ['may stand below a title', 'Submissions 2026,,\n\nref;x,cob,gwp\nR1,Cargo,1\n', [[4, 'R1', 'Cargo', '1']]],
    ['may stand below a title without separators', 'October\nref;cob;gwp\nR1;Cargo;1,5\n', [[3, 'R1', 'Cargo', '1,5']]],
    [
      'may have separators behind the last column',
      'a,b,\n1,2,note\n3,4,,\n5,6\n',
      [
        [2, '1', '2', 'note'],
        [3, '3', '4', ''],
        [4, '5', '6', ''],
      ],
    ],
  ])('%s', async (_what, content, rows, broken = []) => {
    expect(await rowsOf(content)).toEqual({ rows, broken });
  });

  test('are read across the blocks of a large file', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `R${at},"ä${'x'.repeat(at % 40)}",😀`);
    const { rows } = await rowsOf(`a,b,c\n${lines.join('\r\n')}`);
    expect(rows).toHaveLength(lines.length);
    expect(rows[59_999]).toEqual([60_001, 'R59999', `ä${'x'.repeat(59_999 % 40)}`, '😀']);
  });

  test('keep one character more of a cell than a value can have, so that it is refused', async () => {
    const { rows } = await rowsOf(`a,b\n1,${'x'.repeat(5000)}\n`);
    expect(rows[0]?.[2]).toHaveLength(PORTFOLIO_LIMITS.cell + 1);
  });
});

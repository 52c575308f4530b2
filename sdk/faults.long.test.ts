import { expect, test } from 'vitest';
import { describeReport, isSound, runFaults } from './faults.ts';

test('thousands of faults give no wrong and no empty answer, lose no batch, and engines in both languages recover by themselves', async () => {
  const report = await runFaults(25);
  console.log(describeReport(report));
  expect(report.rows.reduce((sum, { tries }) => sum + tries, 0)).toBeGreaterThan(4000);
  expect(isSound(report), describeReport(report)).toBe(true);
});

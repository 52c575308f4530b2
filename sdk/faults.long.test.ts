import { expect, test } from 'vitest';
import { describeReport, isSound, runFaults } from './faults.ts';

test('1,000 faults give no wrong and no empty answer, lose no batch, and engines in both languages recover by themselves', async () => {
  const report = await runFaults(7);
  console.log(describeReport(report));
  expect(report.rows.reduce((sum, { tries }) => sum + tries, 0)).toBeGreaterThan(1000);
  expect(isSound(report), describeReport(report)).toBe(true);
});

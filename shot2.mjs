import { chromium } from 'playwright';
import { readFileSync } from 'node:fs';
const pw = readFileSync('/tmp/m10/pw','utf8').trim().split('\n').at(-1);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const c = await browser.newContext({ viewport: { width: 1440, height: 900 } }); const p = await c.newPage();
await p.goto('http://localhost:3112/');
await p.getByLabel('E-mail').fill('ada@example.com');
await p.getByLabel('Password').fill(pw);
await p.keyboard.press('Enter');
await p.waitForTimeout(3000);
const fields = p.locator('input[type=password]');
if (await fields.count() > 0) { const NEW='violet harbour seventeen lanterns'; for (let i=0;i<await fields.count();i++) await fields.nth(i).fill(NEW); await p.keyboard.press('Enter'); }
await p.getByText('Set up Lineslip').waitFor({ timeout: 30000 }).catch(async e => { await p.screenshot({ path: '/tmp/m10/fail.png' }); throw e; });
await p.waitForTimeout(500);
await p.screenshot({ path: '/tmp/m10/s1.png' });
await p.emulateMedia({ colorScheme: 'dark' }); await p.setViewportSize({ width: 1024, height: 768 }); await p.waitForTimeout(300);
await p.screenshot({ path: '/tmp/m10/s2.png' });
await p.emulateMedia({ colorScheme: 'light' }); await p.setViewportSize({ width: 390, height: 844 }); await p.waitForTimeout(300);
await p.screenshot({ path: '/tmp/m10/s3.png', fullPage: true });
await p.setViewportSize({ width: 1440, height: 900 });
for (const [n, path] of [['partners','/admin?tab=partners'],['appetites','/admin'],['users','/users'],['dials','/dials'],['import','/dials?import'],['portfolio','/admin?tab=portfolio'],['buckets','/syndicate'],['lists','/admin?tab=lists'],['usage','/admin?tab=usage'],['audit','/admin?tab=audit']]) { await p.goto('http://localhost:3112'+path); await p.waitForTimeout(1500); await p.screenshot({ path: `/tmp/m10/e-${n}.png` }); }
await c.storageState({ path: '/tmp/m10/state.json' });
await browser.close();

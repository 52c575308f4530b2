import { z } from 'zod';
import type { Person } from '#domain/user/person.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';

export type User = Person & Readonly<{ permissions: readonly string[]; last_seen_at: string | null }>;

export const userSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    given_name: z.string(),
    family_name: z.string(),
    permissions: z.array(z.string()),
    last_seen_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'User' }) satisfies z.ZodType<User>;

export const userRoutes = {
  recordSignIn: route({
    method: 'PUT',
    path: '/api/me',
    summary: 'Tell the server who signed in; the identity token is checked and its claims become the profile',
    access: 'signed-in',
    body: z.object({ idToken: z.string().max(20_000) }),
    answer: userSchema,
  }),
  listUsers: route({
    method: 'GET',
    path: '/api/users',
    summary: 'People the directory knows, by name',
    access: { scope: 'user', action: 'view' },
    query: pageQuery,
    answer: pageOf(userSchema),
  }),
} as const;

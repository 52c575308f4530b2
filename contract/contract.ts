import { adminListRoutes, flagRoutes } from './admin-lists.ts';
import { adminRoutes } from './admin.ts';
import { appetiteRoutes } from './appetite.ts';
import { auditRoutes } from './audit.ts';
import { authorityRoutes } from './authority.ts';
import { bucketLayerRoutes } from './bucket-layers.ts';
import { bucketStopRoutes } from './bucket-stops.ts';
import { bucketRoutes } from './bucket-routes.ts';
import { calendarRoutes } from './calendar.ts';
import { capacityRoutes } from './capacity.ts';
import { classBucketRoutes } from './class-buckets.ts';
import { dialExchangeRoutes } from './dial-exchange.ts';
import { dialRoutes } from './dial-routes.ts';
import { engineRoutes } from './engine.ts';
import { exampleRoutes } from './example.ts';
import { filterRoutes } from './filter.ts';
import { impactRoutes } from './impact.ts';
import { mailRoutes } from './mail.ts';
import { notificationRoutes } from './notification.ts';
import { portfolioLoadRoutes } from './portfolio-load.ts';
import { portfolioRoutes } from './portfolio.ts';
import { outcomeRoutes } from './outcome.ts';
import { practiceRoutes } from './practice.ts';
import { referenceRoutes } from './reference.ts';
import { reportRoutes } from './report.ts';
import { reviewRoutes } from './review-routes.ts';
import { rolloutRoutes } from './rollout.ts';
import type { Contract } from './route.ts';
import { settingsRoutes, setupRoutes } from './settings.ts';
import { userRoutes } from './user.ts';
import { workRoutes } from './work.ts';

/** The whole API. */
export const contract = {
  ...settingsRoutes,
  ...setupRoutes,
  ...userRoutes,
  ...workRoutes,
  ...calendarRoutes,
  ...mailRoutes,
  ...filterRoutes,
  ...flagRoutes,
  ...referenceRoutes,
  ...dialRoutes,
  ...dialExchangeRoutes,
  ...bucketRoutes,
  ...bucketLayerRoutes,
  ...bucketStopRoutes,
  ...exampleRoutes,
  ...impactRoutes,
  ...reportRoutes,
  ...reviewRoutes,
  ...rolloutRoutes,
  ...classBucketRoutes,
  ...notificationRoutes,
  ...adminRoutes,
  ...adminListRoutes,
  ...appetiteRoutes,
  ...portfolioRoutes,
  ...portfolioLoadRoutes,
  ...capacityRoutes,
  ...auditRoutes,
  ...authorityRoutes,
  ...engineRoutes,
  ...outcomeRoutes,
  ...practiceRoutes,
} as const satisfies Contract;
export type ApiContract = typeof contract;

/**
 * The paths of the app's own routes, as its router writes them: `$id` stands for one part, `{-$id}` for one that may be missing. A test compares
 * them with the app.
 */
export const appPaths = [
  '/',
  '/a',
  '/a/affiliateNotification',
  '/a/audit',
  '/a/controllers',
  '/a/controllers/create',
  '/a/firmware',
  '/a/fleet',
  '/a/jobs',
  '/a/notifications',
  '/a/regions',
  '/a/users',
  '/a/variables',
  '/alarms',
  '/analysis',
  '/dashboard',
  '/export',
  '/heatmap',
  '/login/unlock/$token',
  '/logout',
  '/m',
  '/m/affiliateNotification',
  '/m/controllers',
  '/m/users',
  '/outbox',
  '/password/request',
  '/password/reset/$token',
  '/registration',
  '/scaleoverview/$expand/$scaleId',
  '/scaleoverview/{-$expand}',
  '/settings',
  '/settings/account',
  '/settings/connect',
  '/settings/connect/$controllerId',
  '/settings/controllers',
  '/settings/controllers/$controllerId',
  '/settings/import',
  '/settings/jobs',
  '/settings/notifications',
  '/settings/profile',
  '/settings/regions',
  '/settings/register',
  '/settings/rules',
  '/settings/scales',
  '/settings/sharing',
  '/settings/watches',
  '/setup',
  '/shared/livefeed',
  '/shared/timeline',
  '/shop',
  '/shop/$step',
  '/shop/admin',
  '/shop/admin/accounting',
  '/shop/admin/config',
  '/shop/admin/orders/$orderId',
  '/subscriptionShop',
  '/subscriptionShop/$step',
  '/timeline',
  '/visit/{-$visitId}',
]

const partsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean)

const routes = appPaths.map(partsOf)

const isFor = (route: readonly string[], parts: readonly string[]): boolean =>
  parts.length <= route.length &&
  route.every((part, at) => {
    const given = parts[at]
    if (given === undefined) return part.startsWith('{')
    return part.startsWith('$') || part.startsWith('{') || part === given
  })

/** Whether the app has a screen at this path; like its router, whatever the case and with or without a slash at the end. */
export function isAppPath(path: string): boolean {
  const parts = partsOf(path)
  return routes.some((route) => isFor(route, parts))
}

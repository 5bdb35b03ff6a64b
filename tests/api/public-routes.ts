import type { Call } from './permission-call.ts'

/** Routes for everybody, also without a session. */
export const publicRoutes: Record<string, Call> = {
  'GET /api/firmware/:version': {},
  'GET /api/openapi.json': {},
  'GET /api/shop/config': {},
  'GET /api/shop/config/:version': {},
  'GET /api/shop/configSchema': {},
  'GET /api/shop/order/:key': {},
  'GET /api/shop/order/:key/document/:kind': {},
  'GET /api/user/logout': {},
  'GET /api/user/passwordReset/check': {},
  'POST /api/push/shown': {},
  'POST /api/registration/user': {},
  'POST /api/shop/order': {},
  'POST /api/shop/order/:key/payment': {},
  'POST /api/shop/validate': {},
  'POST /api/user/login': {},
  'POST /api/user/login/passkey': {},
  'POST /api/user/login/passkey/options': {},
  'POST /api/user/login/unlock': {},
  'POST /api/user/logout': {},
  'POST /api/user/passwordReset/request': {},
  'POST /api/user/passwordReset/set': {},
  'GET /api/shop/testPayment/:id': {},
  'POST /api/shop/testPayment/:id': {},
  'POST /api/shop/webhook/stripe': {},
}

import { createHash } from 'node:crypto'
import { ApiClient } from '../../../server/demo/api-client.ts'
import { type Beekeeper, test as base } from './app-fixture.ts'

const chief = { email: 'chief@example.ch', password: 'bienenkönigin' }
const profile = { firstname: 'Vera', lastname: 'Muster', company: '', street: 'Gasse 1', zip: '3000', city: 'Bern' }

/**
 * Browser tests with an administrator, whose language is English at the start of each test, whatever language the previous one ended in. `environment` and
 * `mailbox` can be extended.
 */
export const test = base.extend<{ inEnglish: undefined }, { administrator: Beekeeper }>({
  environment: [{ ADMIN_EMAIL: chief.email, ADMIN_PASSWORD: chief.password }, { scope: 'worker' }],
  administrator: [
    async ({ serverUrl }, use) => {
      const api = new ApiClient(serverUrl)
      const password = createHash('sha256').update(chief.password).digest('hex')
      await api.post('/user/login', { email: chief.email, password })
      await api.post('/user/profile', { ...profile, country: 'ch', phone: '' })
      await use({ ...chief, api })
    },
    { scope: 'worker' },
  ],
  inEnglish: [
    async ({ administrator }, use) => {
      await administrator.api.post('/user/language', { language: 'en' })
      await use(undefined)
    },
    { auto: true },
  ],
})

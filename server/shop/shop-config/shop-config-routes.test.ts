import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { defaultShopYaml } from './default-shop-config.ts'
import { currentShopConfig } from './read-shop-config.ts'

let app: TestApp
let admin: Client
let anna: Client

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
  anna = await app.signIn('anna@example.org', { role: 1 })
})
afterAll(() => app.close())

const withSecrets = defaultShopYaml
  .replace('promoCodes: []', 'promoCodes:\n  - { code: SPRING, percent: 10, note: for the fair }')
  .replace('commissioners: []', 'commissioners:\n  - { name: Joinery, email: joinery@example.org, language: de }')
  .replace('key: solar-panel', 'key: solar-panel\n      hidden: true')
  .replace('key: thermometer', 'key: thermometer\n      note: bought from Muster AG')

describe('the configuration of the shop', () => {
  it('is the one that ships with the product at first', async () => {
    const { status, body } = await app.nobody.get('/shop/config')
    expect(status).toBe(200)
    expect(body).toMatchObject({ version: 0, enabled: true, paymentMethods: ['card', 'twint', 'prepayment'] })
    expect((await admin.get('/shop/configAdmin')).body).toEqual({
      version: 0,
      config: defaultShopYaml,
      versions: [{ version: 0, comment: '', savedAt: null, savedBy: null }],
    })
  })

  it('becomes a new version, which the shop uses at once', async () => {
    const { status, body } = await admin.post('/shop/config', { config: withSecrets, comment: 'Spring fair' })
    expect({ status, ...body }).toMatchObject({
      status: 200,
      version: 1,
      message: 'Saved as version 1. The shop uses it from now on.',
      preview: { enabled: true },
    })
    expect((await admin.get('/shop/configAdmin')).body).toEqual({
      version: 1,
      config: withSecrets,
      versions: [
        { version: 1, comment: 'Spring fair', savedAt: '2026-05-10T10:00:00.000Z', savedBy: 'admin@example.org' },
        { version: 0, comment: '', savedAt: null, savedBy: null },
      ],
    })
    const cart = { mode: 'digital', nofSubscriptions: 1, subscriptionYears: 1, promoCode: ' spring ' }
    expect((await app.nobody.post('/shop/validate', cart)).body).toMatchObject({ total: 8640, configVersion: 1 })
  })

  it('hides from everybody but administrators what is not for customers', async () => {
    const texts = ['SPRING', 'for the fair', 'joinery@example.org', 'Muster AG', 'solar-panel', 'CH93']
    for (const client of [app.nobody, anna]) {
      for (const path of [
        '/shop/config',
        '/shop/config/1',
        '/shop/config?filtered=false',
        '/shop/config/1?filtered=true',
      ]) {
        const shown = JSON.stringify((await client.get(path)).body)
        expect(texts.filter((text) => shown.includes(text))).toEqual([])
        expect(shown).toContain('thermometer')
      }
    }
    expect(JSON.stringify((await admin.get('/shop/config?filtered=true')).body)).not.toContain('SPRING')
    const whole = JSON.stringify((await admin.get('/shop/config/1')).body)
    expect(texts.filter((text) => !whole.includes(text))).toEqual([])
  })

  it('offers only the payment methods that somebody accepts', async () => {
    const without = await createTestApp({ PAYMENT_PROVIDER: 'none' })
    const offered = async () => (await without.nobody.get('/shop/config')).body.paymentMethods
    // nobody is billed in the name of the example that ships with the product
    expect(await offered()).toEqual([])
    const chief = await without.signIn('chief@example.org', { admin: true })
    await chief.post('/shop/config', { config: `${defaultShopYaml}# ours\n` })
    expect(await offered()).toEqual(['prepayment'])
    await without.close()
  })

  it('keeps every version, and returns to one by saving it as a new one', async () => {
    expect(JSON.stringify((await app.nobody.get('/shop/config/0')).body)).toContain('solar-panel')
    expect((await admin.get('/shop/configAdmin?version=0')).body).toMatchObject({ version: 0, config: defaultShopYaml })
    expect((await app.nobody.get('/shop/config/7')).status).toBe(404)
    expect((await admin.get('/shop/configAdmin?version=7')).status).toBe(404)
    expect((await app.nobody.get('/shop/config/latest')).status).toBe(400)
    expect((await admin.post('/shop/config', { config: defaultShopYaml })).body).toMatchObject({ version: 2 })
    expect(await currentShopConfig(app.db)).toMatchObject({ version: 2, config: { promoCodes: [] } })
  })

  it('is not saved with errors, which are reported at their lines in the language of the caller', async () => {
    const config = defaultShopYaml.replace('price: 390.00', 'price: "390"').replace('paymentDays', 'paymentDay')
    const { status, body } = await admin.post('/shop/config', { config }, { 'accept-language': 'de' })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'shop_config_invalid' })
    expect(body.issues).toEqual([
      {
        path: 'products.controllers.0.price',
        line: defaultShopYaml.split('\n').findIndex((line) => line.includes('390.00')) + 1,
        message: 'Das muss eine Zahl sein, ohne Anführungszeichen und mit Punkt, wie 249.50.',
      },
      {
        path: 'paymentDay',
        line: defaultShopYaml.split('\n').findIndex((line) => line.includes('paymentDays')) + 1,
        message: '«paymentDay» ist hier unbekannt. Meinen Sie «paymentDays»?',
      },
    ])
    expect(await currentShopConfig(app.db)).toMatchObject({ version: 2 })
  })

  it('is only checked in a dry run', async () => {
    const config = defaultShopYaml.replace('price: 390.00', 'price: 391.00').replace('enabled: true', 'enabled: false')
    const { status, body } = await admin.post('/shop/config?dryRun=true', { config })
    expect({ status, version: body.version }).toEqual({ status: 200, version: 2 })
    expect(body.preview).toMatchObject({ enabled: false, products: { controllers: [{ price: 39_100 }] } })
    expect(await currentShopConfig(app.db)).toMatchObject({ version: 2 })
  })

  it('is not overwritten by somebody who edited an older version, nor saved again unchanged', async () => {
    const config = `${defaultShopYaml}# by hand\n`
    expect(await admin.post('/shop/config', { config, basedOn: 1 })).toMatchObject({
      status: 409,
      body: { code: 'shop_config_changed' },
    })
    for (const based of [{}, { basedOn: 1 }]) {
      const again = await admin.post('/shop/config', { config: defaultShopYaml, ...based })
      expect(again.body).toMatchObject({ code: 'no_changes' })
    }
    const both = await Promise.all(
      ['a', 'b'].map((word) => admin.post('/shop/config', { config: `${config}# ${word}\n`, basedOn: 2 })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await currentShopConfig(app.db)).toMatchObject({ version: 3 })
  })

  it('is recorded with who changed it', async () => {
    const rows = await app.db.selectFrom('audit').select(['actor_id', 'action', 'subject_id', 'after']).execute()
    expect(rows.slice(0, 1)).toEqual([
      {
        actor_id: admin.accountId,
        action: 'shopConfig.save',
        subject_id: '1',
        after: '{"version":1,"comment":"Spring fair"}',
      },
    ])
    expect(rows.length).toBe(3)
  })

  it.each([
    ['nothing', {}, 'invalid_body'],
    ['a number', { config: 1 }, 'invalid_body'],
    ['more than a shop can be', { config: '#'.repeat(100_001) }, 'invalid_body'],
    ['an unknown field', { config: '', force: true }, 'invalid_body'],
    ['an empty text', { config: '' }, 'shop_config_invalid'],
  ])('cannot be saved from %s', async (_, body, code) => {
    expect(await admin.post('/shop/config', body)).toMatchObject({ status: 400, body: { code } })
  })

  it('is refused at a megabyte', async () => {
    expect((await admin.post('/shop/config', { config: 'x'.repeat(1_100_000) })).status).toBe(413)
  })

  it('can be seen and changed by administrators only', async () => {
    expect((await anna.get('/shop/configAdmin')).status).toBe(403)
    expect((await anna.post('/shop/config', { config: defaultShopYaml })).status).toBe(403)
    expect((await app.nobody.post('/shop/config?dryRun=true', { config: defaultShopYaml })).status).toBe(401)
  })
})

describe('the schema of the configuration', () => {
  it('is JSON Schema for the YAML as written', async () => {
    const { body } = await app.nobody.get('/shop/configSchema')
    const { price, name } = body.properties.products.properties.controllers.items.properties
    expect(price).toEqual({ type: 'number', minimum: 0, maximum: 100_000, multipleOf: 0.01 })
    expect(name.required).toEqual(['de', 'en', 'fr', 'es'])
    expect(body.additionalProperties).toBe(false)
    expect(body.properties.vat.additionalProperties.items.properties.from.format).toBe('date')
    expect(body.required).toContain('pricesIncludeVat')
    expect(body.required).not.toContain('promoCodes')
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { saveProfile } from './save-profile.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const profile = {
  firstname: 'Anna',
  lastname: 'Muster',
  company: '',
  street: 'Wabenweg 3',
  zip: '3000',
  city: 'Bern',
  country: 'ch',
  phone: '',
}

describe('language and profile', () => {
  it('are kept and read back', async () => {
    const anna = await app.signIn('anna@example.org')
    expect((await anna.get('/user/language')).body).toEqual({ language: 'en' })
    expect(await anna.post('/user/language', { language: 'es' })).toMatchObject({
      status: 200,
      body: { message: 'Language saved.', language: 'es' },
    })
    expect(await anna.post('/user/profile', profile)).toMatchObject({ status: 200, body: { profile } })
    expect((await anna.get('/user/ping')).body).toMatchObject({ language: 'es', profile })
  })

  it("answers in the account's language when the request asks for none we have", async () => {
    const anna = await app.signIn('anna@example.org')
    await anna.post('/user/language', { language: 'es' })
    expect((await anna.post('/user/profile', profile, { 'accept-language': 'it' })).body.message).toBe(
      'Perfil guardado.',
    )
    expect((await anna.post('/user/profile', profile, { 'accept-language': 'fr-CH, de;q=0.5' })).body.message).toBe(
      'Profil enregistré.',
    )
  })

  it('says that nobody is signed in if the account has been deleted', async () => {
    await expect(saveProfile(app.db, 99_999, { firstname: 'Anna' })).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  it('keeps company and phone where they are left out', async () => {
    const anna = await app.signIn('anna@example.org')
    await anna.post('/user/profile', { ...profile, company: 'Imkerei Muster', phone: '+41 79 123 45 67' })
    const { company: _, phone: __, ...others } = profile
    const kept = { ...others, street: 'Feldweg 2', company: 'Imkerei Muster', phone: '+41 79 123 45 67' }
    expect(await anna.post('/user/profile', { ...others, street: 'Feldweg 2' })).toMatchObject({
      status: 200,
      body: { profile: kept },
    })
    expect((await anna.get('/user/ping')).body).toMatchObject({ profile: kept })
  })

  it('keeps whatever is left out, as another tab may have changed it', async () => {
    const anna = await app.signIn('anna@example.org')
    await anna.post('/user/profile', profile)
    await anna.post('/user/profile', { firstname: 'Anne' })
    const both = { ...profile, firstname: 'Anne', city: 'Thun' }
    expect(await anna.post('/user/profile', { city: 'Thun' })).toMatchObject({ status: 200, body: { profile: both } })
    expect(await anna.post('/user/profile', {})).toMatchObject({ status: 200, body: { profile: both } })
    expect((await anna.post('/user/profile', { firstname: '' })).body.code).toBe('invalid_body')
  })

  it('requires an address', async () => {
    const anna = await app.signIn('anna@example.org')
    expect(await anna.post('/user/profile', { ...profile, street: '  ' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', issues: [{ path: 'street' }] },
    })
  })
})

import * as v from 'valibot'
import { nameUpTo } from '../platform/text-up-to.ts'
import { MessageReply } from './account.ts'

const NAME_MAXIMUM = 60
export const PASSKEYS_MAXIMUM = 20

export const PasskeyName = nameUpTo(NAME_MAXIMUM)

/** A passkey as its owner sees it. */
export const Passkey = v.object({
  id: v.number(),
  name: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
})
export type Passkey = v.InferOutput<typeof Passkey>

const Base64Url = (maximum: number) => v.pipe(v.string(), v.maxLength(maximum), v.regex(/^[\w-]+$/))

const Credential = {
  id: Base64Url(1400),
  rawId: Base64Url(1400),
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.looseObject({}), {}),
  authenticatorAttachment: v.optional(v.picklist(['platform', 'cross-platform'])),
}

/** `RegistrationResponseJSON` of Web Authentication, as the browser returns it. */
export const RegistrationResponse = v.object({
  ...Credential,
  response: v.object({
    clientDataJSON: Base64Url(4000),
    attestationObject: Base64Url(20_000),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10))),
  }),
})
export type RegistrationResponse = v.InferOutput<typeof RegistrationResponse>

/** `AuthenticationResponseJSON` of Web Authentication, as the browser returns it. */
export const AuthenticationResponse = v.object({
  ...Credential,
  response: v.object({
    clientDataJSON: Base64Url(4000),
    authenticatorData: Base64Url(4000),
    signature: Base64Url(4000),
    userHandle: v.optional(v.nullable(Base64Url(100))),
  }),
})
export type AuthenticationResponse = v.InferOutput<typeof AuthenticationResponse>

export const PasskeyBody = v.object({ name: v.optional(PasskeyName), response: RegistrationResponse })
export const PasskeyEditBody = v.object({ name: PasskeyName })
export const PasskeySignInBody = v.object({ response: AuthenticationResponse })
export const PasskeyReply = v.object({ ...MessageReply.entries, ...Passkey.entries })
export const PasskeyRemovedReply = v.object({ ...MessageReply.entries, id: v.number() })

/** `PublicKeyCredentialCreationOptionsJSON` and `PublicKeyCredentialRequestOptionsJSON` of the browser's API. */
export const PasskeyOptions = v.looseObject({ challenge: v.string() })

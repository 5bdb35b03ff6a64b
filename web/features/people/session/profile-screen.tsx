import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import * as v from 'valibot'
import { useSnapshot } from 'valtio'
import { ProfileBody, type ProfileEdit } from '#domain/people/profile-form.ts'
import { countries } from '#domain/platform/country.ts'
import { defined } from '#domain/platform/defined.ts'
import { api, call } from '../../../api/client.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Grid, Page, Reading, Stack } from '../../../ui/layout/layout.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { setProfile, user } from './session-state.ts'

const fields = [
  { name: 'firstname', autoComplete: 'given-name' },
  { name: 'lastname', autoComplete: 'family-name' },
  { name: 'company', autoComplete: 'organization', optional: true },
  { name: 'street', autoComplete: 'street-address' },
  { name: 'zip', autoComplete: 'postal-code' },
  { name: 'city', autoComplete: 'address-level2' },
  { name: 'phone', autoComplete: 'tel', type: 'tel', optional: true },
] as const

/** Name and address. `forced`: shown before anything else because the address is missing. */
export function ProfileScreen({ forced = false }: { forced?: boolean }) {
  useLayoutEffect(() => {
    if (!forced) return undefined
    return () => {
      // what comes in its place has the same address, so nothing else leads to its top
      document.documentElement.scrollTop = 0
    }
  }, [forced])
  if (!forced) {
    return (
      <Reading>
        <ProfileForm />
      </Reading>
    )
  }
  return (
    <Page width="reading" title={<FormattedMessage id="profile.forced" />} lead={<FormattedMessage id="profile.why" />}>
      <ProfileForm />
    </Page>
  )
}

function ProfileForm() {
  const intl = useIntl()
  const { profile } = useSnapshot(user)
  // the profile as the form shows it: another tab may have saved changes since
  const [before, setBefore] = useState(profile)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const save = useMutation({
    mutationFn: (changes: ProfileEdit) => call(api.user.profile.$post({ json: changes })),
    onSuccess: (reply) => setProfile(reply.profile),
    meta: { tellsItself: true },
  })
  const submit = (values: FormData) => {
    const parsed = v.safeParse(ProfileBody, Object.fromEntries(values))
    setWrong(parsed.success ? [] : parsed.issues.map((issue) => String(issue.path?.[0].key)))
    if (!parsed.success) return
    const isOther = ([name, value]: [string, unknown]) => value !== before[name as keyof typeof before]
    save.mutate(Object.fromEntries(Object.entries(parsed.output).filter(isOther)), {
      onSuccess: () => setBefore({ ...before, ...defined(parsed.output) }),
    })
  }
  return (
    <Stack>
      {save.error && <Refusal title={<ErrorWords error={save.error} />} />}
      <Form
        onSubmit={submit}
        actions={
          <Button kind="primary" type="submit" busy={save.isPending}>
            <FormattedMessage id="profile.save" />
          </Button>
        }
      >
        <Grid columns="medium">
          {fields.map(({ name, ...field }) => (
            <TextField
              key={name}
              {...field}
              name={name}
              defaultValue={profile[name]}
              label={<FormattedMessage id={`profile.${name}`} />}
              error={
                wrong.includes(name) && (
                  <FormattedMessage id={name === 'phone' ? 'profile.phone.wrong' : 'profile.missing'} />
                )
              }
            />
          ))}
          <Select
            name="country"
            autoComplete="country"
            defaultValue={profile.country || 'ch'}
            label={<FormattedMessage id="profile.country" />}
            options={countries.map((country) => ({
              value: country,
              label: intl.formatDisplayName(country.toUpperCase(), { type: 'region' }) ?? country,
            }))}
          />
        </Grid>
      </Form>
    </Stack>
  )
}

import { useState } from 'react'
import { type Locale, locales } from '#domain/platform/locale.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { useIntl } from '../../../i18n/intl.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'

export type ChangeLocale = (locale: Locale) => Promise<void>

export function LanguagePicker({ onLocale, labelHidden = false }: { onLocale: ChangeLocale; labelHidden?: boolean }) {
  const intl = useIntl()
  const language = useLanguage()
  const [wanted, want] = useState<Locale>()
  const change = async (locale: Locale) => {
    want(locale)
    try {
      await onLocale(locale)
    } catch (error) {
      toast.error(<ErrorWords error={error} />)
    } finally {
      want(undefined)
    }
  }
  return (
    <Select
      label={intl.formatMessage({ id: 'app.language' })}
      labelHidden={labelHidden}
      value={wanted ?? language}
      onChange={(event) => void change(event.target.value as Locale)}
      options={locales.map((locale) => ({
        value: locale,
        label: intl.formatMessage({ id: `app.language.${locale}` }),
      }))}
    />
  )
}

import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { productName } from '../../../app-settings.ts'

/** Puts the name of the screen into the browser's title bar. */
export function DocumentTitle() {
  const intl = useIntl()
  const id = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title })
  // the texts of a screen come with the screen
  const title = id && id in intl.messages && intl.formatMessage({ id })
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
  return null
}

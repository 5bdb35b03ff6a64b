import { ExternalLink, Share2 } from 'lucide-react'
import type { Share } from '#domain/exchange/share.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/display/copy-field.tsx'
import { OwnHand } from '../../../ui/form/own-hand.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Banner } from '../../../ui/status/banner.tsx'

/** The link of a share and the HTML of its frame, ready to copy. */
export const ShareLinks = ({ share }: { share: Share }) => (
  <OwnHand>
    <Links share={share} />
  </OwnHand>
)

function Links({ share: { link, iframe, description } }: { share: Share }) {
  const intl = useIntl()
  if (link === null || iframe === null) {
    return (
      <Banner tone="stale" title={<FormattedMessage id="share.linkLost" />}>
        <FormattedMessage id="share.linkLost.next" />
      </Banner>
    )
  }
  const hand = async () => {
    try {
      await navigator.share({ url: link, title: description || intl.formatMessage({ id: 'share.page' }) })
    } catch {
      // the user changed their mind, or the other app failed: the link is still here to copy
    }
  }
  return (
    <Stack gap={5}>
      <CopyField
        label={<FormattedMessage id="share.link" />}
        hint={<FormattedMessage id="share.link.hint" />}
        text={link}
        copy={<FormattedMessage id="share.copyLink" />}
      />
      <Row>
        <ButtonAnchor href={link} target="_blank" rel="noopener" icon={ExternalLink}>
          <FormattedMessage id="share.open" />
        </ButtonAnchor>
        {'share' in navigator && (
          <Button icon={Share2} onClick={hand}>
            <FormattedMessage id="share.with" />
          </Button>
        )}
      </Row>
      <CopyField
        label={<FormattedMessage id="share.iframe" />}
        hint={<FormattedMessage id="share.iframe.hint" />}
        text={iframe}
        copy={<FormattedMessage id="share.copyIframe" />}
        lines={4}
      />
    </Stack>
  )
}

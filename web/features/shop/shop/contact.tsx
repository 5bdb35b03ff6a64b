import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { StepProps } from './step-props.ts'

/** How customers can reach the shop. */
export function Contact({ mail: { contact, phone } }: { mail: StepProps['config']['mail'] }) {
  return (
    <Text>
      <FormattedMessage
        id={phone ? 'shop-wizard.contact.phone' : 'shop-wizard.contact'}
        values={{
          email: <a href={`mailto:${contact}`}>{contact}</a>,
          phone: <a href={`tel:${phone?.replaceAll(/\s/g, '')}`}>{phone}</a>,
        }}
      />
    </Text>
  )
}

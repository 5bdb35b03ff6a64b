import messages from 'virtual:messages/en'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from '../../i18n/intl.tsx'
import '../base.css'
import { Toaster } from '../overlay/toaster.tsx'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <IntlProvider locale="en" messages={messages}>
      <main>
        <Gallery />
      </main>
      <Toaster />
    </IntlProvider>
  </StrictMode>,
)

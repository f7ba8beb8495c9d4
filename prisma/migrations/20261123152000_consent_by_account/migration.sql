-- A guardian consents on the page of the own account, too.
ALTER TYPE "consent_how" ADD VALUE 'account';

import type { MessagePageTexts } from './message-page-texts.ts';

export const french: MessagePageTexts = {
  noInvoice: 'Aucune facture à cette adresse',
  noInvoiceText:
    'Le lien est peut-être incomplet, ou l’expéditeur l’a remplacé. Ouvrez-le de nouveau depuis le dernier e-mail reçu, ou demandez-en un nouveau à l’expéditeur.',
  wait: 'Merci de patienter un instant',
  tooManyLinks:
    'Trop de liens inexistants ont été ouverts depuis votre adresse. Réessayez dans une minute.',
  tooManyPdfs:
    'Ce PDF a été téléchargé trop souvent au cours de la dernière minute. Réessayez dans une minute.',
  busy: 'De nombreux PDF sont en cours de création. Réessayez dans un instant.',
  pageNotFound: 'Page introuvable',
  pageNotFoundText:
    'Il n’y a pas de page à cette adresse. Vérifiez le lien ou revenez à l’accueil.',
  pageFailed: 'Cette page ne peut pas être affichée',
  notSignedInTab: 'Non connecté',
  notSignedIn: 'Vous n’êtes pas connecté',
  signIn: 'Se connecter',
  home: 'Accueil',
  emailNotVerified:
    'Votre fournisseur d’identité n’indique pas que votre adresse e-mail est vérifiée ; elle pourrait appartenir à quelqu’un d’autre et ne permet donc pas de se connecter. Faites-la vérifier chez lui, ou connectez-vous avec un code reçu par e-mail.',
  domainNotAllowed:
    'Les adresses de votre domaine ne sont pas acceptées par cette voie. Connectez-vous avec un code reçu par e-mail, ou adressez-vous à l’exploitant du service.',
  notInvited:
    'L’adresse e-mail transmise par votre fournisseur d’identité est inconnue ici. Demandez une invitation à cette adresse et suivez une fois son lien ; vous pourrez ensuite vous connecter avec ce fournisseur.',
  notActive:
    'Vous n’êtes actif dans aucun espace de travail. Demandez une invitation à l’un des propriétaires.',
  away: 'Votre fournisseur d’identité est injoignable ou en panne. Réessayez dans un instant.',
  invalidAnswer:
    'La réponse de votre fournisseur d’identité n’a pas pu être vérifiée. Recommencez ; si le problème persiste, prévenez l’exploitant du service.',
  accessDenied:
    'Votre fournisseur d’identité a refusé l’accès, ou vous avez abandonné la connexion.',
  loginRequired: 'Connectez-vous d’abord chez votre fournisseur d’identité.',
  interaction: 'Votre fournisseur d’identité a d’abord une question à vous poser. Recommencez.',
  consent: 'Votre fournisseur d’identité a d’abord besoin de votre accord. Recommencez.',
  selectAccount: 'Votre fournisseur d’identité vous demande de choisir un compte. Recommencez.',
  tooManySignIns:
    'Trop de connexions ont été tentées depuis votre réseau. Patientez une minute, puis recommencez.',
  misunderstood:
    'Votre fournisseur d’identité et ce service ne se comprennent pas. Prévenez l’exploitant du service.',
  begunElsewhere:
    'Cette connexion a été commencée dans un autre navigateur, a duré plus de dix minutes ou est déjà terminée. Recommencez.',
};

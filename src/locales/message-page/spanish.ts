import type { MessagePageTexts } from './message-page-texts.ts';

export const spanish: MessagePageTexts = {
  noInvoice: 'Aquí no hay ninguna factura',
  noInvoiceText:
    'Puede que el enlace esté incompleto o que el remitente lo haya sustituido. Vuelva a abrirlo desde el último correo recibido o pida uno nuevo al remitente.',
  wait: 'Espere un momento, por favor',
  tooManyLinks:
    'Desde su dirección se han abierto demasiados enlaces que no existen. Vuelva a intentarlo dentro de un minuto.',
  tooManyPdfs:
    'Este PDF se ha descargado demasiadas veces en el último minuto. Vuelva a intentarlo dentro de un minuto.',
  busy: 'Se están creando muchos PDF en este momento. Vuelva a intentarlo enseguida.',
  pageNotFound: 'Página no encontrada',
  pageNotFoundText:
    'No hay ninguna página en esta dirección. Compruebe el enlace o vuelva al inicio.',
  pageFailed: 'No se puede mostrar esta página',
  notSignedInTab: 'Sesión no iniciada',
  notSignedIn: 'No ha iniciado sesión',
  signIn: 'Iniciar sesión',
  home: 'Inicio',
  emailNotVerified:
    'Su proveedor de identidad no indica que su dirección de correo esté verificada; podría ser de otra persona y por eso no sirve para entrar. Verifíquela allí o inicie sesión con un código recibido por correo.',
  domainNotAllowed:
    'Las direcciones de su dominio no se admiten por esta vía. Inicie sesión con un código recibido por correo o consulte a quien gestiona el servicio.',
  notInvited:
    'La dirección de correo que indica su proveedor de identidad no se conoce aquí. Pida una invitación a esa dirección y siga una vez su enlace; después podrá iniciar sesión con el proveedor.',
  notActive:
    'No es usuario activo de ningún espacio de trabajo. Pida una invitación a uno de los propietarios.',
  away: 'No se puede contactar con su proveedor de identidad, o no funciona. Vuelva a intentarlo en un momento.',
  invalidAnswer:
    'No se ha podido comprobar la respuesta de su proveedor de identidad. Empiece de nuevo; si no sirve, avise a quien gestiona el servicio.',
  accessDenied: 'Su proveedor de identidad ha denegado el acceso, o usted lo ha cancelado.',
  loginRequired: 'Inicie sesión primero en su proveedor de identidad.',
  interaction: 'Su proveedor de identidad quiere preguntarle algo antes. Empiece de nuevo.',
  consent: 'Su proveedor de identidad necesita antes su consentimiento. Empiece de nuevo.',
  selectAccount: 'Su proveedor de identidad le pide que elija una cuenta. Empiece de nuevo.',
  tooManySignIns:
    'Ha habido demasiados inicios de sesión desde su red. Espere un minuto y empiece de nuevo.',
  misunderstood:
    'Su proveedor de identidad y este servicio no se entienden. Avise a quien gestiona el servicio.',
  begunElsewhere:
    'Este inicio de sesión se empezó en otro navegador, ha durado más de diez minutos o ya ha terminado. Empiece de nuevo.',
};

import type { MessagePageTexts } from './message-page-texts.ts';

export const portuguese: MessagePageTexts = {
  noInvoice: 'Não há nenhuma fatura aqui',
  noInvoiceText:
    'O link pode estar incompleto ou ter sido substituído pelo remetente. Abra-o de novo a partir do último e-mail ou peça um novo ao remetente.',
  wait: 'Aguarde um momento, por favor',
  tooManyLinks:
    'Foram abertos demasiados links inexistentes a partir do seu endereço. Tente de novo dentro de um minuto.',
  tooManyPdfs:
    'Este PDF foi descarregado demasiadas vezes no último minuto. Tente de novo dentro de um minuto.',
  busy: 'Estão a ser criados muitos PDF neste momento. Tente de novo daqui a pouco.',
  pageNotFound: 'Página não encontrada',
  pageNotFoundText:
    'Não há nenhuma página neste endereço. Verifique a ligação ou comece pela página inicial.',
  pageFailed: 'Não é possível mostrar esta página',
  notSignedInTab: 'Sessão não iniciada',
  notSignedIn: 'A sua sessão não foi iniciada',
  signIn: 'Entrar',
  home: 'Página inicial',
  emailNotVerified:
    'O seu fornecedor de identidade não indica que o seu endereço de e-mail foi verificado; pode pertencer a outra pessoa e, por isso, não permite entrar. Verifique-o junto do fornecedor ou inicie sessão com um código recebido por e-mail.',
  domainNotAllowed:
    'Os endereços do seu domínio não são aceites por esta via. Inicie sessão com um código recebido por e-mail ou fale com quem gere o serviço.',
  notInvited:
    'O endereço de e-mail indicado pelo seu fornecedor de identidade não é conhecido aqui. Peça um convite para esse endereço e siga uma vez o link; depois pode iniciar sessão com o fornecedor.',
  notActive: 'Não é utilizador ativo de nenhum espaço. Peça um convite a um dos proprietários.',
  away: 'O seu fornecedor de identidade está inacessível ou avariado. Tente de novo daqui a pouco.',
  invalidAnswer:
    'Não foi possível verificar a resposta do seu fornecedor de identidade. Comece de novo; se não resultar, avise quem gere o serviço.',
  accessDenied:
    'O seu fornecedor de identidade recusou o acesso, ou o acesso foi cancelado por si.',
  loginRequired: 'Inicie primeiro sessão no seu fornecedor de identidade.',
  interaction: 'O seu fornecedor de identidade quer perguntar-lhe algo primeiro. Comece de novo.',
  consent: 'O seu fornecedor de identidade precisa primeiro do seu consentimento. Comece de novo.',
  selectAccount: 'O seu fornecedor de identidade pede-lhe que escolha uma conta. Comece de novo.',
  tooManySignIns:
    'Houve demasiados inícios de sessão a partir da sua rede. Aguarde um minuto e comece de novo.',
  misunderstood:
    'O seu fornecedor de identidade e este serviço não se entendem. Avise quem gere o serviço.',
  begunElsewhere:
    'Este início de sessão começou noutro navegador, demorou mais de dez minutos ou já terminou. Comece de novo.',
};

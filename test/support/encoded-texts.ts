/** Messages of a payment service, by the encoding that programs of their language write. */
export const IN_ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  gb18030: ['请求处理完成', '支付失败: 银行证书已过期', '正在重新连接数据库', '缓存已经清空', '用户登录成功'],
  big5: ['請求處理完成', '付款失敗: 銀行憑證已過期', '正在重新連接資料庫', '快取已經清空', '使用者登入成功'],
  shift_jis: [
    'リクエストの処理が完了しました',
    '支払いに失敗しました: 銀行の証明書の期限が切れています',
    'データベースに再接続しています',
    'キャッシュを消去しました',
    'ログインに成功しました',
  ],
  'euc-jp': [
    'リクエストの処理が完了しました',
    '支払いに失敗しました: 銀行の証明書の期限が切れています',
    'データベースに再接続しています',
    'キャッシュを消去しました',
    'ログインに成功しました',
  ],
  'euc-kr': [
    '요청을 처리했습니다',
    '결제에 실패했습니다: 은행 인증서가 만료되었습니다',
    '데이터베이스에 다시 연결합니다',
    '캐시를 비웠습니다',
    '사용자가 로그인했습니다',
  ],
  'windows-1251': [
    'Запрос обработан',
    'Ошибка оплаты: срок действия сертификата банка истёк',
    'Повторное подключение к базе данных',
    'Кэш очищен',
    'Пользователь вошёл в систему',
  ],
  'koi8-u': [
    'Запрос обработан',
    'Ошибка оплаты: срок действия сертификата банка истёк',
    'Повторное подключение к базе данных',
    'Кэш очищен',
    'Пользователь вошёл в систему',
  ],
  'windows-1252': [
    'Requête traitée',
    'Échec du paiement : le certificat de la banque a expiré',
    'Nouvelle connexion à la base de données',
    'Le cache a été vidé',
    'L’utilisateur s’est connecté',
  ],
  'windows-1250': [
    'Żądanie zostało obsłużone',
    'Płatność nie powiodła się: certyfikat banku wygasł',
    'Ponowne łączenie z bazą danych',
    'Pamięć podręczna została wyczyszczona',
    'Użytkownik zalogował się',
  ],
  'windows-1253': [
    'Το αίτημα ολοκληρώθηκε',
    'Η πληρωμή απέτυχε: το πιστοποιητικό της τράπεζας έληξε',
    'Επανασύνδεση με τη βάση δεδομένων',
    'Η κρυφή μνήμη άδειασε',
    'Ο χρήστης συνδέθηκε',
  ],
  'windows-1254': [
    'İstek işlendi',
    'Ödeme başarısız oldu: banka sertifikasının süresi doldu',
    'Veritabanına yeniden bağlanılıyor',
    'Önbellek boşaltıldı',
    'Kullanıcı oturum açtı',
  ],
  'windows-1255': [
    'הבקשה טופלה',
    'התשלום נכשל: תוקף התעודה של הבנק פג',
    'מתחבר מחדש אל מסד הנתונים',
    'המטמון נוקה',
    'המשתמש נכנס למערכת',
  ],
  'windows-1256': [
    'تمت معالجة الطلب',
    'فشل الدفع: انتهت صلاحية شهادة البنك',
    'إعادة الاتصال بقاعدة البيانات',
    'تم إفراغ الذاكرة المؤقتة',
    'تم تسجيل دخول المستخدم',
  ],
};

/** The message of a failed payment, which a log has once. */
export const failureIn = (encoding: string): string => IN_ENCODINGS[encoding]?.[1] as string;

/** A log of 400 lines in a language, in which one payment fails. */
export function logIn(encoding: string): string {
  const said = IN_ENCODINGS[encoding] as readonly string[];
  const usual = said.filter((_, at) => at !== 1);
  return Array.from({ length: 400 }, (_, i) => {
    const message = i === 237 ? said[1] : usual[i % usual.length];
    return `2031-03-02T09:${10 + Math.floor(i / 60)}:${10 + (i % 50)}Z ${i === 237 ? 'ERROR' : 'INFO'} [payments] ${message} id=${i}\n`;
  }).join('');
}

/** Encodes a text by what each byte, and each pair of bytes, decodes to. Throws if a character is none of these. */
export function encodeAs(encoding: string, text: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const known = new Map<string, number[]>();
  for (let first = 0xff; first >= 0x80; first--) {
    for (let second = 0xff; second >= 0x40; second--)
      known.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
    known.set(decoder.decode(Uint8Array.of(first)), [first]);
  }
  const bytes = [...text].flatMap((one) => {
    const code = one.codePointAt(0) as number;
    const own = code < 0x80 ? [code] : known.get(one);
    if (own === undefined) throw new Error(`cannot encode "${one}" in ${encoding}`);
    return own;
  });
  return Buffer.from(bytes);
}

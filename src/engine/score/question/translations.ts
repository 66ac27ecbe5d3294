import { foldWord, stem } from '../../../text/words.ts';

/**
 * Words of questions in German, French, Spanish, Portuguese, Russian, Chinese and Japanese, after the English words that
 * programs print for them.
 */
const TRANSLATIONS = `
error fail|fehler fehlgeschlagen gescheitert erreur echec error fallo falla fallar erro falha ошибка ошибки сбой 错误 失败 出错 报错 エラー 失敗
warning|warnung avertissement advertencia aviso предупреждение 警告
file|datei dateien fichier fichiers archivo archivos fichero arquivo файл файлы файла 文件 ファイル
directory folder|ordner verzeichnis dossier repertoire carpeta directorio pasta diretorio папка каталог 目录 文件夹 フォルダ
delete remove drop|loschen geloscht loscht entfernt entfernen supprimer supprime supprimes borrar borrado borran eliminar eliminado apagar excluir удалить удалены удаляет удаляются 删除 削除
create add|erstellen erstellt anlegen angelegt creer cree crear creado criar criado создать создан 创建 新建 作成
change update modify|andern geandert anderung modifier modifie changer cambiar cambiado cambio alterar alterado изменить изменен изменения 修改 更改 更新 変更
start begin|starten gestartet startet demarrer demarre iniciar iniciado arrancar запуск запущен начало 启动 开始 起動 開始
stop end exit|stoppen gestoppt beendet beenden arreter arrete detener detenido parar остановлен завершен 停止 结束 終了
user account|benutzer nutzer konto utilisateur usuario cuenta conta пользователь 用户 账户 ユーザー
password credential|passwort kennwort mot contrasena clave senha пароль 密码 パスワード
server host|rechner serveur servidor сервер 服务器 サーバー サーバ
connection connect|verbindung verbindungen verbinden verbunden connexion conexion conexao соединение подключение 连接 接続
network|netz netzwerk reseau red rede сеть 网络 ネットワーク
timeout expire|zeituberschreitung abgelaufen ablauf expire expira caducado caduca vencido истек истекает срок 超时 过期 到期 期限
memory|speicher memoire memoria память памяти 内存 メモリ
disk storage|platte festplatte disque disco almacenamiento диск 磁盘 硬盘 存储 ディスク
size|grosse gross taille tamano tamanho размер 大小 サイズ
slow latency|langsam lent lento медленный медленно 慢 缓慢 遅い
fast|schnell rapide rapido быстро 快速 速い
largest max|grosste grosster hochste maximum maximal plus mayor maximo maior наибольший максимальный 最大 最多
smallest min|kleinste minimum minimal menor minimo минимальный 最小 最少
number count|anzahl wieviele viele nombre combien cantidad cuantos cuantas numero quantos сколько количество 数量 多少 几个
time date when|zeit zeitpunkt wann uhrzeit datum quand heure date cuando hora fecha quando data время когда дата 时间 什么时候 日期 何时 いつ 時間 日時
reason cause because|grund warum weshalb ursache raison pourquoi cause razon motivo causa por почему причина 原因 为什么 なぜ 理由
version|fassung version versao версия 版本 バージョン
default|standard standardmassig voreinstellung defaut predeterminado defecto padrao умолчанию 默认 デフォルト 既定
allow permit|erlaubt erlauben zulassig autorise permettre permitido permite permitir разрешено 允许 許可
deny refuse reject|verweigert abgelehnt refuse rejete denegado rechazado negado отказано запрещен 拒绝 拒否
missing absent|fehlt fehlen fehlend manque manquant falta faltan ausente отсутствует 缺少 缺失 不足
open|offen geoffnet ouvert abierto aberto открыт открытый 打开 開く
close|geschlossen schliessen ferme cerrado fechado закрыт 关闭 閉じる
read|lesen gelesen lire lu leer leido ler читать 读取 読む
write|schreiben geschrieben ecrire ecrit escribir escrito escrever запись писать 写入 書く 書き込み
test|tests prueba pruebas teste тест тесты 测试 テスト
build compile|bauen gebaut compilation compilacion compilado сборка 构建 编译 ビルド
install|installiert installation installe instalado instalar установлен 安装 インストール
package dependency|paket pakete abhangigkeit paquet dependance paquete dependencia pacote зависимость пакет 依赖 软件包 依存 パッケージ
request|anfrage anfragen requete peticion solicitud pedido запрос запросы 请求 リクエスト
response reply|antwort reponse respuesta resposta ответ 响应 応答
message|nachricht nachrichten meldung message mensaje mensajes mensagem сообщение сообщения 消息 信息 メッセージ
query|abfrage abfragen requete consulta запрос 查询 クエリ
table|tabelle tabellen tabla tabela таблица таблицы 数据表 テーブル
column field|spalte feld felder colonne champ columna campo campos coluna столбец поле поля 字段 列 フィールド
row record entry|zeile eintrag eintrage ligne enregistrement fila registro linha entrada запись записи 记录 条目 行 レコード
key|schlussel cle clave llave chave ключ ключи 密钥 键 キー
value|wert werte valeur valor valores значение 数值 取值 値
name|namen nom nombre nome имя название 名称 名字 名前
address|adresse direccion endereco адрес 地址 アドレス
port|port puerto porta порт 端口 ポート
certificate|zertifikat zertifikate certificat certificado сертификат 证书 証明書
group|gruppe gruppen groupe grupo группа 组 グループ
role permission privilege|rolle recht rechte berechtigung droits droit permiso permisos permissao права разрешения 权限 角色 権限
limit max quota|grenze limit limite лимит предел 限制 上限 制限
order|reihenfolge bestellung ordre orden pedido commande порядок заказ 顺序 订单 順序 注文
price cost amount|preis kosten betrag prix cout precio coste costo preco цена стоимость 价格 费用 价钱 価格 料金
customer client|kunde kunden client cliente клиент 客户 顧客
payment pay|zahlung bezahlt bezahlung paiement pago pagamento оплата платеж 支付 付款 支払い
invoice bill|rechnung rechnungen facture factura fatura счет 发票 账单 請求
event|ereignis ereignisse evenement evento eventos событие события 事件 イベント
old obsolete deprecated stale|alt alte alten veraltet veraltete ancien obsolete viejo viejos antiguo obsoleto antigo устаревший старый старые 过时 旧的 弃用 古い 非推奨
new|neu neue neuer nouveau nouvelle nuevo nueva novo новый новые 新的 新增 新しい
first|erste erster zuerst premier primero primeiro первый 第一 首先 最初
last latest|letzte letzter zuletzt dernier ultimo ultima последний 最后 最新 最後
replica copy|kopie kopien replikat copie replique copia copias replica копия 副本 复制 コピー
lost loss|verloren verlust perdu perte perdido perdidos perdida perda потерян потеряны потеря 丢失 失われ
backup restore|sicherung wiederherstellung sauvegarde restauration respaldo copia восстановление резервная 备份 恢复 バックアップ 復元
lock block|sperre gesperrt blockiert verrouille bloque bloqueado bloqueo блокировка заблокирован 锁定 阻塞 ロック
wait|warten wartet attendre attend esperar espera ожидание ждать 等待 待つ 待機
retry attempt|versuch versuche wiederholung essai tentative intento reintento tentativa попытка повтор 重试 尝试 再試行
cache temporary spill|zwischenspeicher cache temporaire temporal кэш временный 缓存 临时 キャッシュ 一時
remote|entfernt entfernten distant remoto удаленный 远程 リモート
access|zugriff acces acceso acesso доступ 访问 アクセス
public external|offentlich aussen externe public exterieur publico fuera externo внешний публичный 公开 外部 公開
function method|funktion funktionen methode fonction funcion metodo funcao функция функции метод 函数 方法 関数
class type|klasse typ classe tipo clase класс тип 类型 类 クラス 型
parameter argument option|parameter parametre option parametro opcion opcao параметр параметры 参数 选项 引数 オプション
setting config|einstellung einstellungen konfiguration reglage configuration configuracion ajuste configuracao настройка настройки 配置 设置 設定
title|titel titre titulo заголовок 标题 タイトル
text|texte texto текст 文本 テキスト
page|seite seiten pagina страница 页面 ページ
image picture|bild bilder image imagen imagem изображение 图片 图像 画像
language translation|sprache ubersetzung langue traduction idioma traduccion traducao язык перевод 语言 翻译 言語 翻訳
process job task|prozess aufgabe processus tache proceso tarea processo tarefa процесс задача 进程 任务 プロセス タスク
thread|faden hilo поток 线程 スレッド
queue|warteschlange file cola fila очередь 队列 キュー
log|protokoll journal registro журнал 日志 ログ
transaction|transaktion transaccion transacao транзакция 事务 交易 トランザクション
replace|austauschen ersetzen ersetzt remplacer remplace reemplazar reemplazado substituir заменить 替换 取代 置き換え
send|senden gesendet envoyer envoye enviar enviado отправить отправлен 发送 送信
receive|empfangen erhalten recevoir recu recibir recibido receber получить получен 接收 收到 受信
author|verfasser autor auteur автор 作者 著者
revoke|widerrufen revoquer revocar revogar отозвать отзывают отозван 撤销 吊销 取り消し
same equal|gleich gleiche gleichem identique meme mismo igual одинаковый такой 相同 一样 同じ
different|unterschiedlich verschieden anders different diferente distinto разный другой 不同 差异 異なる
red|rot rouge rojo vermelho красный 红色 赤
state status|zustand status etat estado состояние статус 状态 状態
wrong invalid incorrect|falsch falsche ungultig faux incorrect invalide incorrecto invalido equivocado неверный неправильный 错误的 无效 不正 無効
encryption encrypt tls|verschlusselung verschlusselt chiffrement cifrado criptografia шифрование 加密 暗号
vulnerability cve|schwachstelle sicherheitslucke vulnerabilite faille vulnerabilidad vulnerabilidade уязвимость 漏洞 脆弱性
cluster node|knoten noeud nodo кластер узел 集群 节点 クラスタ ノード
domain dns|domane domaine dominio домен 域名 ドメイン
`;

/** Letters at the end of a word that may be another ending, and min letters that stay. */
const ENDING = 2;
const MIN_LETTERS = 5;
/** Scripts without spaces, whose words are found in the question as they are. */
const JOINED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Words that only questions in other languages have. */
const FOREIGN =
  /(?<![\p{L}-])(?:der|das|ein|eine[nmrs]?|ist|sind|wird|werden|welche[mnrs]?|warum|wieso|wann|wer|nicht|wurde[n]?|les|est|sont|quels?|quelles?|pourquoi|combien|los|las|del|cu\u00e1l|cual|cu\u00e1les|por|qu\u00e9|c\u00f3mo|cu\u00e1ndo|qui\u00e9n|qual|quais|onde|uma?|quando)(?![\p{L}-])|[\u0400-\u04ff\u3041-\u30fe\u4e00-\u9fff]/iu;

type Stems = readonly string[];

const rows: readonly (readonly [word: string, stems: Stems])[] = TRANSLATIONS.trim()
  .split('\n')
  .flatMap((row) => {
    const [english = '', others = ''] = row.split('|');
    const stems = english.split(' ').map(stem);
    return others.split(' ').map((word) => [JOINED.test(word) ? word : stem(foldWord(word)), stems] as const);
  });
/** English stems by a word of another language, folded and stemmed. A word may have several meanings. */
const EXACT = new Map<string, Stems>();
for (const [word, stems] of rows) EXACT.set(word, [...(EXACT.get(word) ?? []), ...stems]);
/** The same by a word's beginning without an ending. The first word with a beginning has it. */
const CUT = new Map<string, Stems>();
for (const [word, stems] of rows)
  for (const form of cutForms(word)) if (!CUT.has(form) && !EXACT.has(form)) CUT.set(form, stems);

function cutForms(word: string): Stems {
  const ending = JOINED.test(word) ? 0 : Math.max(0, Math.min(ENDING, word.length - MIN_LETTERS));
  return Array.from({ length: ending }, (_, cut) => word.slice(0, word.length - cut - 1));
}

/** Returns English stems for a folded stem of another language. */
function meaningsOf(word: string): Stems {
  const form = [word, ...cutForms(word)].find((one) => EXACT.has(one) || CUT.has(one));
  return form === undefined ? [] : ((EXACT.get(form) ?? CUT.get(form)) as Stems);
}

/**
 * Yields English stems for words of a question in another language, each with its word: one of `words`, or characters of
 * a script without spaces.
 */
export function* translations(
  question: string,
  words: Iterable<string>,
): Generator<readonly [meaning: string, word: string]> {
  if (!FOREIGN.test(question)) return;
  for (const word of words) for (const meaning of meaningsOf(word)) yield [meaning, word];
  for (const [word, stems] of EXACT)
    if (JOINED.test(word) && question.includes(word)) for (const meaning of stems) yield [meaning, word];
}

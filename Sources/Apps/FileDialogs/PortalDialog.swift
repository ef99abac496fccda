internal import CGIO
internal import Files
internal import Glibc

/// The dialog of the desktop's portal, on a connection of its own.
///
/// The portal closes a dialog when the connection that asked for it ends, so a program that makes one call and exits,
/// such as gdbus, cannot show one. The interface is described at
/// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html.
struct PortalDialog {
    private let options: FileDialogOptions
    private let address: String?

    private static let service = "org.freedesktop.portal.Desktop"
    private static let object = "/org/freedesktop/portal/desktop"
    private static let requests = "org.freedesktop.portal.Request"
    /// The milliseconds that the portal may take to start and to accept the request.
    private static let timeLimit: Int32 = 10_000

    /// Creates a dialog, which is not shown yet.
    ///
    /// - Parameters:
    ///   - options: what it shows.
    ///   - address: the address of the bus; nil if there is none. By default that of the session.
    init(_ options: FileDialogOptions, address: String? = Self.sessionAddress) {
        self.options = options
        self.address = address
    }

    /// The answer of the portal; used only on the thread that waits for it.
    private final class Answer {
        var outcome: FileDialog.Outcome?
    }

    /// Shows the dialog, and blocks until it is closed.
    func run() -> FileDialog.Outcome {
        guard let address else { return .unavailable }
        // Signals arrive in a context of this thread's own.
        let context = g_main_context_new()
        g_main_context_push_thread_default(context)
        defer {
            g_main_context_pop_thread_default(context)
            g_main_context_unref(context)
        }
        let flags = GDBusConnectionFlags(
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil) else {
            return .unavailable
        }
        defer {
            g_dbus_connection_close_sync(connection, nil, nil)
            g_object_unref(UnsafeMutableRawPointer(connection))
        }
        return ask(on: connection, in: context)
    }

    private func ask(on connection: OpaquePointer, in context: OpaquePointer?) -> FileDialog.Outcome {
        guard let name = g_dbus_connection_get_unique_name(connection) else { return .unavailable }
        // The path of the request follows from the names, so that the answer cannot arrive before it is awaited.
        let token = "tilekit\(getpid())"
        let sender = String(cString: name).dropFirst().map { $0 == "." ? "_" : $0 }
        let request = "\(Self.object)/request/\(String(sender))/\(token)"
        let answer = Answer()
        let subject = Unmanaged.passUnretained(answer).toOpaque()
        let subscription = g_dbus_connection_signal_subscribe(
            connection, Self.service, Self.requests, "Response", request, nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, parameters, subject in
                guard let parameters, let subject else { return }
                Unmanaged<Answer>.fromOpaque(subject).takeUnretainedValue().outcome = PortalDialog.outcome(parameters)
            }, subject, nil)
        defer { g_dbus_connection_signal_unsubscribe(connection, subscription) }
        guard call(on: connection, token: token) else { return .unavailable }
        // A portal that ends before it answers never will.
        let watch = g_bus_watch_name_on_connection(
            connection, Self.service, G_BUS_NAME_WATCHER_FLAGS_NONE, nil,
            { _, _, subject in
                guard let subject else { return }
                let answer = Unmanaged<Answer>.fromOpaque(subject).takeUnretainedValue()
                answer.outcome = answer.outcome ?? .unavailable
            }, subject, nil)
        defer { g_bus_unwatch_name(watch) }
        while true {
            if let outcome = answer.outcome { return outcome }
            if g_dbus_connection_is_closed(connection) != 0 { return .unavailable }
            g_main_context_iteration(context, 1)
        }
    }

    /// Asks for the dialog, and returns whether the portal shows it.
    private func call(on connection: OpaquePointer, token: String) -> Bool {
        // The text is taken over by the call, as a value without an owner.
        guard let parameters = g_variant_parse(nil, Self.parameters(options, token: token), nil, nil, nil) else {
            return false
        }
        defer { g_variant_unref(parameters) }
        let reply = g_dbus_connection_call_sync(
            connection, Self.service, Self.object, "org.freedesktop.portal.FileChooser",
            options.savedName == nil ? "OpenFile" : "SaveFile", parameters, nil,
            G_DBUS_CALL_FLAGS_NONE, Self.timeLimit, nil, nil)
        guard let reply else { return false }
        g_variant_unref(reply)
        return true
    }

    /// The parameters of OpenFile or SaveFile, in GVariant's text format: the parent window, the title and the options.
    static func parameters(_ options: FileDialogOptions, token: String) -> String {
        let patterns = options.patterns.map { "(uint32 0, \(quoted($0)))" }.joined(separator: ", ")
        var words = [
            "'handle_token': <\(quoted(token))>",
            options.savedName.map { "'current_name': <\(quoted($0))>" } ?? "'multiple': <true>",
            "'filters': <[(\(quoted(options.filterName)), [\(patterns)]), ('All files', [(uint32 0, '*')])]>",
        ]
        if let folder = options.folder {
            words.append("'current_folder': <\(quotedBytes(folder))>")
        }
        return "('', \(quoted(options.title)), {\(words.joined(separator: ", "))})"
    }

    /// A string in quotes, in GVariant's text format.
    private static func quoted(_ text: String) -> String {
        let characters = text.unicodeScalars.map { scalar in
            switch scalar {
            case "'", "\\": "\\\(scalar)"
            case "\0"..<" ": "\\u00\(scalar.value >> 4)" + String(scalar.value & 15, radix: 16)
            default: String(scalar)
            }
        }
        return "'\(characters.joined())'"
    }

    /// A path in quotes, as the bytes of a string, in which octal numbers stand for what has a meaning.
    private static func quotedBytes(_ path: String) -> String {
        let bytes = path.utf8.map { byte in
            byte < 0x20 || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
                ? Array("\\\(byte >> 6)\(byte >> 3 & 7)\(byte & 7)".utf8) : [byte]
        }
        return "b'\(String(decoding: bytes.joined(), as: UTF8.self))'"
    }

    /// The outcome in the parameters of a response: 0 and the addresses of files, 1 for canceled, or 2 for a failure.
    private static func outcome(_ parameters: OpaquePointer) -> FileDialog.Outcome {
        guard String(cString: g_variant_get_type_string(parameters)) == "(ua{sv})" else { return .unavailable }
        let code = g_variant_get_child_value(parameters, 0)
        defer { g_variant_unref(code) }
        guard g_variant_get_uint32(code) == 0 else {
            return g_variant_get_uint32(code) == 1 ? .chosen([]) : .unavailable
        }
        let results = g_variant_get_child_value(parameters, 1)
        defer { g_variant_unref(results) }
        let type = g_variant_type_new("as")
        defer { g_variant_type_free(type) }
        guard let addresses = g_variant_lookup_value(results, "uris", type) else { return .chosen([]) }
        defer { g_variant_unref(addresses) }
        return .chosen(
            (0..<g_variant_n_children(addresses)).compactMap { index in
                let address = g_variant_get_child_value(addresses, index)
                defer { g_variant_unref(address) }
                guard let path = g_filename_from_uri(g_variant_get_string(address, nil), nil, nil) else { return nil }
                defer { g_free(path) }
                return PathText.text(path)
            })
    }

    /// The address of the session's bus; nil if there is none.
    ///
    /// GLib would start a bus where there is none.
    static var sessionAddress: String? {
        if let named = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }), !named.isEmpty { return named }
        guard let folder = PathText.variable("XDG_RUNTIME_DIR"), access("\(folder)/bus", F_OK) == 0
        else { return nil }
        return "unix:path=\(folder)/bus"
    }
}

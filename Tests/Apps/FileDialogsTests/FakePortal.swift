import CGIO
import Concurrency
import Foundation
import TestSupport

/// A bus of a test's own, with a portal that answers every request for files with the same response.
///
/// Unchecked: the state is the portal's thread's while it runs, which `isReady` and `hasStopped` begin and end; `isStopped` has
/// a lock.
final class FakePortal: @unchecked Sendable {
    /// The portal's response in GVariant's text format: a code and results; nil for an error.
    private let response: String?
    /// The address of the bus.
    let address: String
    /// The parameters of the requests, in GVariant's text format; to be read once the portal has stopped.
    private(set) var requests: [String] = []
    /// The methods of the requests; to be read once the portal has stopped.
    private(set) var methods: [String] = []

    private let folder: TemporaryFolder
    private let bus = Process()
    private var connection: OpaquePointer?
    private let context = g_main_context_new()
    private let isStopped = Locked(false)
    private let hasStopped = DispatchSemaphore(value: 0)

    /// Whether this machine has a program for a bus.
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

    private static let interface = """
        <node><interface name='org.freedesktop.portal.FileChooser'><method name='OpenFile'>
        <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/>
        <arg type='o' direction='out'/></method><method name='SaveFile'>
        <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/>
        <arg type='o' direction='out'/></method></interface></node>
        """

    /// The settings of a bus that starts no services, so that the portal of this machine does not answer.
    private static let settings = """
        <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
        <allow send_destination="*"/><allow own="*"/><allow eavesdrop="true"/></policy></busconfig>
        """

    /// Starts a bus, and a portal on it unless that is not wanted.
    init(response: String?, isThere: Bool = true) throws {
        self.response = response
        folder = try TemporaryFolder()
        try folder.write(Data(Self.settings.utf8), to: "bus.conf")
        let pipe = Pipe()
        bus.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        bus.arguments = [
            "--default-signal=TERM", "/usr/bin/dbus-daemon", "--config-file=\(folder.path("bus.conf"))", "--nofork",
            "--print-address=1",
        ]
        bus.standardOutput = pipe
        bus.standardError = FileHandle.nullDevice
        try bus.run()
        var line = ""
        while !line.hasSuffix("\n") {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.executableLoad) }
            line += String(decoding: data, as: UTF8.self)
        }
        address = String(line.dropLast())
        guard isThere else { return }
        let isReady = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [unowned self] in
            serve { isReady.signal() }
            hasStopped.signal()
        }
        isReady.wait()
    }

    /// Ends the portal and the bus.
    func stop() {
        if connection != nil {
            isStopped.withLock { $0 = true }
            g_main_context_wakeup(context)
            hasStopped.wait()
        }
        bus.terminate()
        bus.waitUntilExit()
    }

    /// Takes the name of the portal, and answers until the test stops that; on a thread of its own.
    private func serve(_ ready: () -> Void) {
        g_main_context_push_thread_default(context)
        let flags = GDBusConnectionFlags(
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
        let node = g_dbus_node_info_new_for_xml(Self.interface, nil)
        var table = GDBusInterfaceVTable()
        table.method_call = { connection, sender, _, _, method, parameters, invocation, subject in
            guard let connection, let sender, let method, let parameters, let invocation, let subject else { return }
            let portal = Unmanaged<FakePortal>.fromOpaque(subject).takeUnretainedValue()
            portal.methods.append(String(cString: method))
            portal.answer(String(cString: sender), parameters, invocation, on: connection)
        }
        let subject = Unmanaged.passUnretained(self).toOpaque()
        g_dbus_connection_register_object(
            connection, "/org/freedesktop/portal/desktop", node?.pointee.interfaces[0], &table, subject, nil, nil)
        let name = g_variant_parse(nil, "('org.freedesktop.portal.Desktop', uint32 0)", nil, nil, nil)
        g_dbus_connection_call_sync(
            connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", name,
            nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
        ready()
        while !isStopped.withLock(\.self) { g_main_context_iteration(context, 1) }
        g_dbus_connection_close_sync(connection, nil, nil)
        g_main_context_pop_thread_default(context)
    }

    private func answer(
        _ sender: String, _ parameters: OpaquePointer, _ invocation: OpaquePointer, on connection: OpaquePointer
    ) {
        let text = g_variant_print(parameters, 0)
        requests.append(text.map { String(cString: $0) } ?? "")
        g_free(text)
        guard let response, let token = requests.last?.firstMatch(of: #/'handle_token': <'(\w+)'>/#)?.1 else {
            return g_dbus_method_invocation_return_dbus_error(
                invocation, "org.freedesktop.DBus.Error.UnknownMethod", "There is no dialog.")
        }
        let name = sender.dropFirst().replacingOccurrences(of: ".", with: "_")
        let path = "/org/freedesktop/portal/desktop/request/\(name)/\(token)"
        g_dbus_method_invocation_return_value(
            invocation, g_variant_parse(nil, "(objectpath '\(path)',)", nil, nil, nil))
        g_dbus_connection_emit_signal(
            connection, sender, path, "org.freedesktop.portal.Request", "Response",
            g_variant_parse(nil, response, nil, nil, nil), nil)
    }
}

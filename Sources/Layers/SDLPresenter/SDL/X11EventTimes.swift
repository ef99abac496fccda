internal import CSDL2
internal import Concurrency

/// The times at which the X11 server saw pointer, wheel and key events.
///
/// SDL 2 stamps an event when the program takes it from the connection. After a frame that took long, all events that have
/// arrived meanwhile have the same time, and a velocity that is measured from them is wrong by a tenth or more. The server's
/// own times are in the events of Xlib, which SDL passes on as system events just before its own.
final class X11EventTimes: Sendable {
    private struct State: Sendable {
        var clock = ServerClock()
        /// The server's time of the input event that is being handled; nil for another event.
        var serverTime: UInt32?
    }

    static let shared = X11EventTimes()
    private let state = Locked(State())

    /// Begins to correct the times of events; requires SDL's video subsystem, and has no effect without X11.
    static func start() {
        guard VideoSubsystem.driver == "x11" else { return }
        SDL_EventState(SDL_SYSWMEVENT.rawValue, SDL_ENABLE)
        // SDL forgets its watches when the last window is closed.
        SDL_DelEventWatch(watch, nil)
        SDL_AddEventWatch(watch, nil)
    }

    /// Called for each event before it is queued.
    private static let watch: SDL_EventFilter = { _, event in
        if let event { shared.correct(&event.pointee, now: SDL_GetTicks()) }
        return 1
    }

    /// Gives an input event the time at which the server saw it.
    ///
    /// - Parameters:
    ///   - event: an event of SDL, or the system event that comes before it.
    ///   - now: SDL's time in milliseconds.
    func correct(_ event: inout SDL_Event, now: UInt32) {
        switch SDL_EventType(event.type) {
        case SDL_SYSWMEVENT:
            let time = event.syswm.msg.flatMap { Self.inputTime(of: UnsafeRawPointer($0)) }
            state.withLock { $0.serverTime = time }
        case SDL_MOUSEMOTION, SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP, SDL_MOUSEWHEEL, SDL_KEYDOWN, SDL_KEYUP:
            let time = state.withLock { state in
                state.serverTime.map { state.clock.localTime(of: $0, now: now) }
            }
            if let time { event.common.timestamp = time }
        default: break
        }
    }

    /// The server's time in an SDL_SysWMmsg, in milliseconds; nil unless it holds an event of a key, a button or the pointer.
    private static func inputTime(of message: UnsafeRawPointer) -> UInt32? {
        // A version, the window system, and the XEvent. Its type, serial number, origin, display and three windows take a word
        // each; then comes the time.
        let x11: UInt32 = 2
        let start = 8
        let inputTypes: ClosedRange<Int32> = 2...6
        guard message.load(fromByteOffset: 4, as: UInt32.self) == x11,
            inputTypes.contains(message.load(fromByteOffset: start, as: Int32.self))
        else { return nil }
        let time = message.load(fromByteOffset: start + 7 * MemoryLayout<UInt>.size, as: UInt.self)
        return UInt32(truncatingIfNeeded: time)
    }
}

/// The difference between the clocks of an X11 server and of SDL, both in milliseconds modulo 2³².
struct ServerClock: Hashable, Sendable {
    /// The increase of the difference, in milliseconds, from which on the server's clock counts as changed.
    static let largestDelay: Int32 = 2000

    /// SDL's time minus the server's time, by the event that was taken with the smallest delay.
    private var difference: UInt32?

    /// Returns SDL's time at which the server had a time; at most `now`.
    mutating func localTime(of serverTime: UInt32, now: UInt32) -> UInt32 {
        let current = now &- serverTime
        guard let difference else {
            self.difference = current
            return now
        }
        let delay = Int32(bitPattern: current &- difference)
        guard (0...Self.largestDelay).contains(delay) else {
            self.difference = current
            return now
        }
        return serverTime &+ difference
    }
}

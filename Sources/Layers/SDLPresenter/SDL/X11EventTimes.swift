internal import CSDL2
internal import Concurrency

/// The times at which the X11 server saw pointer, wheel and key events.
///
/// SDL 2 stamps an event when the program takes it from the connection. After a frame that took long, all events that have
/// arrived meanwhile have the same time, and a velocity that is measured from them is wrong by a tenth or more. The server's
/// own times are in the events of Xlib, which SDL passes on as system events just before its own. It passes on no system event
/// before a key that an input method has filtered; such a key keeps the time of SDL.
final class X11EventTimes: Sendable {
    private struct State: Sendable {
        var clock = ServerClock()
        /// The input event of the server that is being handled; nil for another event.
        var input: Input?
    }

    /// An event of Xlib about a key, a button or the pointer.
    private struct Input: Sendable {
        /// Whether it is about a key.
        var isKey: Bool
        /// The server's time, in milliseconds.
        var serverTime: UInt32
        /// SDL's time when the event was taken.
        var takenAt: UInt32
    }

    /// The time in milliseconds within which SDL's own event follows the system event of the same input.
    ///
    /// SDL makes both at once. An event that comes later belongs to other input.
    static let largestGap: UInt32 = 10

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
            let input = event.syswm.msg.flatMap { Self.input(in: UnsafeRawPointer($0), now: now) }
            state.withLock { $0.input = input }
        case SDL_MOUSEMOTION, SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP, SDL_MOUSEWHEEL:
            if let time = time(ofKey: false, now: now) { event.common.timestamp = time }
        case SDL_KEYDOWN, SDL_KEYUP:
            if let time = time(ofKey: true, now: now) { event.common.timestamp = time }
        default: break
        }
    }

    /// SDL's time at which the server saw the input that is being handled; nil if that is unknown.
    private func time(ofKey isKey: Bool, now: UInt32) -> UInt32? {
        state.withLock { state in
            guard let input = state.input, input.isKey == isKey, now &- input.takenAt <= Self.largestGap else {
                return nil
            }
            return state.clock.localTime(of: input.serverTime, now: now)
        }
    }

    /// The input event in an SDL_SysWMmsg; nil for an event that is about no key, button or pointer.
    private static func input(in message: UnsafeRawPointer, now: UInt32) -> Input? {
        // A version, the window system, and the XEvent. Its type, serial number, origin, display and three windows take a word
        // each; then comes the time.
        let x11: UInt32 = 2
        let start = 8
        let keyTypes: ClosedRange<Int32> = 2...3
        let pointerTypes: ClosedRange<Int32> = 4...6
        let type = message.load(fromByteOffset: start, as: Int32.self)
        guard message.load(fromByteOffset: 4, as: UInt32.self) == x11,
            keyTypes.contains(type) || pointerTypes.contains(type)
        else { return nil }
        let time = message.load(fromByteOffset: start + 7 * MemoryLayout<UInt>.size, as: UInt.self)
        return Input(
            isKey: keyTypes.contains(type), serverTime: UInt32(truncatingIfNeeded: time), takenAt: now)
    }
}

/// The difference between the clocks of an X11 server and of SDL, both in milliseconds modulo 2³².
///
/// The clocks run at slightly different speeds: SDL's is not adjusted by NTP, and the server may run on another machine.
struct ServerClock: Hashable, Sendable {
    /// The increase of the difference, in milliseconds, from which on the server's clock counts as changed.
    static let largestDelay: Int32 = 2000
    /// The time in milliseconds in which the difference may rise by one: half a second in a thousand, more than NTP adjusts.
    ///
    /// Without it, all events would seem to be later and later by a server whose clock is the slower one.
    static let riseInterval: Int32 = 2000

    /// SDL's time minus the server's time, by the event that was taken with the smallest delay.
    private var difference: UInt32?
    /// The server's time up to which the difference has risen.
    private var risenAt: UInt32 = 0

    /// Returns SDL's time at which the server had a time; at most `now`.
    mutating func localTime(of serverTime: UInt32, now: UInt32) -> UInt32 {
        let current = now &- serverTime
        guard let former = difference else { return restart(serverTime, now) }
        let delay = Int32(bitPattern: current &- former)
        guard (0...Self.largestDelay).contains(delay) else { return restart(serverTime, now) }
        let elapsed = Int32(bitPattern: serverTime &- risenAt)
        // Less than none after an event that was late, and after a month without any.
        let steps = max(0, elapsed / Self.riseInterval)
        risenAt = elapsed < 0 ? serverTime : risenAt &+ UInt32(steps &* Self.riseInterval)
        let difference = former &+ UInt32(min(steps, delay))
        self.difference = difference
        return serverTime &+ difference
    }

    private mutating func restart(_ serverTime: UInt32, _ now: UInt32) -> UInt32 {
        difference = now &- serverTime
        risenAt = serverTime
        return now
    }
}

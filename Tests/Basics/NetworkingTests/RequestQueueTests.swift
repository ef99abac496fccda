import TestLimits
import Testing

@testable import Networking

@Suite(.timeLimited) struct RequestQueueTests {
    private func queue(_ change: (inout HTTPLimits) -> Void = { _ in }) -> RequestQueue {
        var limits = HTTPLimits()
        limits.jitter = 0
        change(&limits)
        return RequestQueue(limits, seed: 1)
    }

    private func request(_ path: String, host: String = "a") -> HTTPRequest { HTTPRequest("http://\(host)/\(path)") }

    private func answer(_ status: Int = 200, multiplexed: Bool = false, _ headers: [HTTPHeader] = [])
        -> Result<HTTPResponse, HTTPError>
    {
        .success(HTTPResponse(status: status, headers: headers, url: "", isMultiplexed: multiplexed))
    }

    private func sent(_ queue: inout RequestQueue, at time: Double = 0) -> [String] {
        var paths: [String] = []
        while let next = queue.next(at: time) {
            paths.append(next.request.url.split(separator: "/").last.map(String.init) ?? "")
        }
        return paths
    }

    @Test func `the most urgent are sent first, and equally urgent ones in their order`() {
        var queue = queue()
        for (number, priority) in [HTTPPriority.lookAhead, .revalidation, .visible, .lookAhead, .visible].enumerated() {
            queue.add(number, request("\(number)"), priority)
        }
        #expect(sent(&queue) == ["2", "4", "0", "3", "1"])
    }

    @Test func `a priority that changes moves a request, and equal requests have the highest of theirs`() {
        var queue = queue { $0.requests = 1 }
        queue.add(0, request("0"), .visible)
        queue.add(1, request("1"), .lookAhead)
        queue.add(2, request("2"), .revalidation)
        queue.add(3, request("2"), .visible)
        queue.setPriority(.revalidation, of: 0)
        #expect(queue.count == 3)
        var order: [String] = []
        while let next = queue.next(at: 0) {
            order.append(next.request.url)
            _ = queue.finish(next.job, answer(), at: 0, date: 0)
        }
        #expect(order == ["http://a/2", "http://a/1", "http://a/0"])
        #expect(queue.count == 0)
    }

    @Test func `6 requests at a time to a host, 16 if it takes several on a connection, and 20 in all`() {
        var queue = queue()
        for number in 0..<30 { queue.add(number, request("\(number)"), .visible) }
        #expect(sent(&queue).count == 6)
        _ = queue.finish(1, answer(multiplexed: true), at: 0, date: 0)
        #expect(sent(&queue).count == 11)
        for number in 30..<60 { queue.add(number, request("\(number)", host: "b"), .visible) }
        #expect(sent(&queue).count == 4)
        #expect(sent(&queue).isEmpty)
    }

    @Test func `equal requests are sent once, and all of them get the answer`() throws {
        var queue = queue()
        queue.add(7, request("tile"), .visible)
        queue.add(9, request("tile"), .lookAhead)
        #expect(sent(&queue) == ["tile"])
        queue.add(8, request("tile"), .lookAhead)
        #expect(sent(&queue).isEmpty)
        guard case .deliver(let waiters, _) = queue.finish(1, answer(), at: 0, date: 0) else {
            Issue.record("it is answered")
            return
        }
        #expect(waiters == [7, 8, 9])
        // Once it is answered, it is asked for again.
        queue.add(10, request("tile"), .visible)
        #expect(sent(&queue) == ["tile"])
    }

    @Test func `the last one to lose interest cancels, and whatever arrives then is unwanted`() {
        var queue = queue()
        queue.add(1, request("tile"), .visible)
        queue.add(2, request("tile"), .visible)
        #expect(sent(&queue) == ["tile"])
        #expect(queue.remove(1) == nil)
        #expect(queue.remove(2) == 1)
        #expect(queue.remove(2) == nil)
        guard case .unwanted = queue.finish(1, answer(), at: 0, date: 0) else {
            Issue.record("nobody waits for it")
            return
        }
        queue.add(3, request("other"), .visible)
        #expect(queue.remove(3) == nil, "it was not sent")
        #expect(queue.count == 0 && sent(&queue).isEmpty)
    }

    @Test func `connections that fail are tried again after 0.5, 1 and 2 seconds, and then no more`() {
        var queue = queue()
        queue.add(1, request("tile"), .visible)
        let failure = Result<HTTPResponse, HTTPError>.failure(HTTPError(.brokenOff, url: "", ""))
        var now = 0.0
        for delay in [0.5, 1, 2] {
            #expect(sent(&queue, at: now) == ["tile"])
            guard case .retried = queue.finish(1, failure, at: now, date: 0) else {
                Issue.record("it is tried again")
                return
            }
            #expect(queue.nextTime(after: -1) == now + delay)
            #expect(sent(&queue, at: now + delay - 0.01).isEmpty)
            now += delay
        }
        #expect(sent(&queue, at: now) == ["tile"])
        guard case .deliver([1], .failure(let error)) = queue.finish(1, failure, at: now, date: 0) else {
            Issue.record("it has failed")
            return
        }
        #expect(error.code == .brokenOff && queue.nextTime(after: -1) == nil)
    }

    @Test func `a server that has stalled is not asked again, so that it costs its time once`() {
        var queue = queue()
        queue.add(1, request("tile"), .visible)
        #expect(sent(&queue) == ["tile"])
        let failure = Result<HTTPResponse, HTTPError>.failure(HTTPError(.timedOut, url: "", ""))
        guard case .deliver([1], .failure(let error)) = queue.finish(1, failure, at: 20, date: 0) else {
            Issue.record("it has failed")
            return
        }
        #expect(error.code == .timedOut && error.isTransient, "a stale answer does in its place")
        #expect(queue.nextTime(after: -1) == nil)
    }

    @Test func `delays vary by a fifth`() {
        var limits = HTTPLimits()
        limits.retries = 1
        var queue = RequestQueue(limits, seed: 7)
        var delays: [Double] = []
        for number in 1...100 {
            queue.add(number, request("\(number)"), .visible)
            _ = queue.next(at: 0)
            _ = queue.finish(number, .failure(HTTPError(.brokenOff, url: "", "")), at: 0, date: 0)
            delays.append(queue.nextTime(after: -1) ?? 0)
            _ = queue.remove(number)
        }
        #expect(delays.allSatisfy { (0.4...0.6).contains($0) })
        #expect((delays.min() ?? 1) < 0.42 && (delays.max() ?? 0) > 0.58)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 418, 451]) func `a status of 4xx is final`(status: Int) {
        var queue = queue()
        queue.add(1, request("tile"), .visible)
        _ = queue.next(at: 0)
        guard case .deliver([1], .failure(let error)) = queue.finish(1, answer(status), at: 0, date: 0) else {
            Issue.record("it is final")
            return
        }
        #expect(error.code == .refused(status: status) && !error.isTransient)
    }

    @Test(arguments: [408, 500, 502, 504]) func `an error of the server is tried again`(status: Int) {
        var queue = queue()
        queue.add(1, request("tile"), .visible)
        _ = queue.next(at: 0)
        guard case .retried = queue.finish(1, answer(status), at: 0, date: 0) else {
            Issue.record("it is tried again")
            return
        }
        #expect(queue.nextTime(after: -1) == 0.5)
    }

    @Test(arguments: [429, 503]) func `a host that is busy is left alone as a whole, as long as it says`(status: Int) {
        var queue = queue { $0.requestsPerHost = 2 }
        for number in 1...3 { queue.add(number, request("\(number)"), .visible) }
        queue.add(4, request("4", host: "b"), .visible)
        #expect(sent(&queue) == ["1", "2", "4"])
        _ = queue.finish(1, answer(status, [HTTPHeader("Retry-After", "7")]), at: 10, date: 0)
        #expect(sent(&queue, at: 16.9).isEmpty)
        #expect(queue.nextTime(after: -1) == 17)
        _ = queue.finish(2, answer(), at: 11, date: 0)
        #expect(sent(&queue, at: 16.9).isEmpty, "the others of the host wait, too")
        queue.add(5, request("5", host: "b"), .visible)
        #expect(sent(&queue, at: 16.9) == ["5"])
        #expect(sent(&queue, at: 17) == ["3", "1"])
    }

    @Test func `a pause has a limit, and a host that stays busy is given up`() {
        var queue = queue()
        queue.add(1, request("tile"), .visible)
        var now = 0.0
        for _ in 0..<3 {
            _ = queue.next(at: now)
            _ = queue.finish(1, answer(429, [HTTPHeader("Retry-After", "99999999")]), at: now, date: 0)
            #expect(queue.nextTime(after: -1) == now + 300)
            now += 300
        }
        _ = queue.next(at: now)
        guard case .deliver([1], .failure(let error)) = queue.finish(1, answer(429), at: now, date: 0) else {
            Issue.record("it is given up")
            return
        }
        #expect(error.code == .refused(status: 429))
    }

    @Test func `without a word of the server, a busy host is left alone for 5 seconds`() {
        var queue = queue()
        queue.add(1, request("tile"), .visible)
        _ = queue.next(at: 1)
        _ = queue.finish(1, answer(503), at: 1, date: 0)
        #expect(queue.nextTime(after: -1) == 6)
    }

    @Test func `a part is checked: where it begins, how long it is, and whether the server sends parts`() throws {
        var wanted = HTTPRequest("http://a/file", range: 10..<20)
        func check(_ status: Int, _ count: Int, _ range: String?) -> Result<HTTPResponse, HTTPError> {
            wanted.checked(
                HTTPResponse(
                    status: status, headers: range.map { [HTTPHeader("content-range", $0)] } ?? [],
                    body: (0..<count).map { UInt8($0) }, url: ""))
        }
        #expect(try check(206, 10, "bytes 10-19/100").get().body.count == 10)
        #expect(try check(206, 5, "bytes 10-14/15").get().body.count == 5, "the file ends")
        #expect(try check(200, 30, nil).get().body == (10..<20).map { UInt8($0) })
        for (status, count, range) in [
            (206, 10, "bytes 11-20/100"), (206, 9, "bytes 10-19/100"), (206, 11, "bytes 10-20/100"), (206, 10, nil),
            (200, 15, nil), (416, 0, "bytes */5"),
        ] as [(Int, Int, String?)] {
            #expect(throws: HTTPError.self) { try check(status, count, range).get() }
        }
        wanted.range = nil
        #expect(try check(304, 0, nil).get().status == 304)
    }

    @Test func `hosts are distinguished by name and port, without names and passwords`() {
        #expect(RequestQueue.host(of: "https://me:pw@Example.org:8080/x?y") == "example.org:8080")
        #expect(RequestQueue.host(of: "http://example.org") == "example.org")
        #expect(RequestQueue.host(of: "nonsense") == "")
    }

    @Test func `ten thousand requests that come and go leave nothing behind`() {
        var queue = queue()
        for number in 0..<10_000 {
            queue.add(number, request("\(number)", host: "h\(number % 200)"), HTTPPriority.allCases[number % 3])
            if number % 2 == 0 { _ = queue.remove(number) }
        }
        var answered = 0
        while let next = queue.next(at: 0) {
            _ = queue.finish(next.job, answer(), at: 0, date: 0)
            answered += 1
        }
        #expect(answered == 5000 && queue.count == 0 && queue.nextTime(after: -1) == nil)
    }
}

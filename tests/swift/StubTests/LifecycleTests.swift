import Screen
import SwiftUI
import Testing

@MainActor
private final class Log {
    var lines: [String] = []
}

private struct Noted: View {
    let name: String
    let log: Log

    var body: some View {
        Text(name)
            .onAppear { log.lines.append("\(name) appears") }
            .onDisappear { log.lines.append("\(name) disappears") }
    }
}

private struct Host: View {
    let log: Log
    @State private var number = 0
    @State private var other = 0
    @State private var isShown = true

    var body: some View {
        if isShown {
            Noted(name: "view", log: log)
                .onChange(of: number) { old, new in log.lines.append("\(old) to \(new)") }
                .task {
                    log.lines.append("task begins")
                    while !Task.isCancelled { await Task.yield() }
                    log.lines.append("task ends")
                }
        }
        Button("Add") { number += 1 }
        Button("Other \(other)") { other += 1 }
        Button("Hide") { isShown = false }
    }
}

private struct ByID: View {
    let log: Log
    @State private var id = 1

    var body: some View {
        Text("\(id)").task(id: id) {
            let mine = id
            log.lines.append("begin \(mine)")
            while !Task.isCancelled { await Task.yield() }
            log.lines.append("end \(mine)")
        }
        Button("Next") { id += 1 }
    }
}

/// A group around an `if`: what modifies it modifies its children.
private struct Empty: View {
    let log: Log
    @State private var number = 0

    var body: some View {
        Group {
            if number > 1 { Text("There") }
        }
        .onAppear { log.lines.append("appears with \(number)") }
        .task { log.lines.append("task") }
        ZStack {
            if number > 1 { Text("Inside") }
        }
        .onAppear { log.lines.append("stack with \(number)") }
        Button("Add") { number += 1 }
    }
}

@MainActor
@Suite("Appearing, changing, going")
struct LifecycleTests {
    @Test func aGroupOfNothingDoesNotAppear() async throws {
        let log = Log()
        let screen = Screen(Empty(log: log))
        await screen.settle()
        #expect(log.lines == ["stack with 0"])
        try screen.tap("Add")
        await screen.settle()
        #expect(log.lines.count == 1)
        try screen.tap("Add")
        try await screen.wait(for: "the task") { _ in log.lines.contains("task") }
        #expect(log.lines.contains { $0.hasPrefix("appears") })
        try screen.tap("Add")
        await screen.settle()
        #expect(log.lines.count == 3)
    }

    @Test func appearsOnceChangesThenDisappears() async throws {
        let log = Log()
        let screen = Screen(Host(log: log))
        #expect(log.lines == ["view appears"])
        await screen.settle()
        try screen.tap("Add")
        try screen.tap("Other 0")
        try screen.tap("Hide")
        try await screen.wait(for: "the task to end") { _ in log.lines.last == "task ends" }
        #expect(log.lines == ["view appears", "task begins", "0 to 1", "view disappears", "task ends"])
    }

    @Test func anotherIDEndsTheTaskAndBeginsAnother() async throws {
        let log = Log()
        let screen = Screen(ByID(log: log))
        await screen.settle()
        try screen.tap("Next")
        try await screen.wait(for: "the other task") { _ in log.lines.count == 3 }
        #expect(log.lines.first == "begin 1")
        #expect(Set(log.lines.dropFirst()) == ["end 1", "begin 2"])
    }

    @Test func initialOnChangeRunsAtOnce() {
        let log = Log()
        _ = Screen(Text("x").onChange(of: 5, initial: true) { log.lines.append("\($0) \($1)") })
        #expect(log.lines == ["5 5"])
    }

    @Test func aClosedWindowEndsItsTasks() async throws {
        let log = Log()
        let screen = Screen(Host(log: log))
        await screen.settle()
        screen.closeWindow()
        try await screen.wait(for: "the end") { _ in log.lines.last == "task ends" }
        #expect(log.lines == ["view appears", "task begins", "view disappears", "task ends"])
    }
}

import EngineKit

extension ConversationStore {
    /// Has a question answered. The task keeps the store, so that the answer goes on when its windows are closed;
    /// ``stop()`` and ``quit()`` end it.
    func answer(to question: Int64) {
        failure = nil
        titling?.cancel()
        // What was said is kept; whoever quits or deletes wants no answer.
        guard !isQuitting, !isGone else { return }
        asked += 1
        live = LiveAnswer(question: question)
        answering = OwnedTask(Task { await self.run(question) })
    }

    private func run(_ question: Int64) async {
        guard let chat else { return }
        let model = model
        let keeper: AnswerKeeper
        let request: AnswerRequest
        do throws(EngineError) {
            let folders = try await services.models.folders(of: model)
            let messages = try await services.chats.prompt(of: chat.id, to: question)
            var wish = parameters.request(
                model: folders, name: model, messages: messages, settings: services.settings())
            wish.shorten = shortens
            request = wish
            if loadsAnyway {
                _ = try await services.engine.load(folders, anyway: true)
                loadsAnyway = false
            }
            guard !Task.isCancelled else {
                live = nil
                return
            }
            keeper = AnswerKeeper(
                services.chats, answer: try await services.chats.beginAnswer(to: question, model: model))
        } catch {
            live = nil
            if !isGone { failure = Failure(error: error, question: question) }
            return
        }
        var begun = ChatMessage(id: keeper.answer, parent: question, role: .assistant, state: .streaming, text: "")
        begun.model = model
        tree.insert(begun)
        live?.id = keeper.answer
        keeper.onGone = { [weak self] in self?.deleted() }
        await follow(services.engine.answer(request), keeper, services.sink(self, keeper.answer))
    }

    private func follow(_ steps: AnswerSteps, _ keeper: AnswerKeeper, _ sink: (any AnswerSink)?) async {
        var account: AnswerAccount?
        var error: EngineError?
        self.steps = steps
        defer { self.steps = nil }
        do {
            for try await step in steps {
                if case .ended(let ended) = step { account = ended }
                if case .drafts(let drafts) = step { sink?.append(drafts: drafts) }
                if let piece = live?.take(step) {
                    keeper.keep(piece)
                    switch piece {
                    case .text(let text): sink?.append(text: text)
                    case .thinking(let text): sink?.append(thinking: text)
                    case .toolCall: break
                    }
                }
            }
        } catch let failure as EngineError {
            error = failure
        } catch {
            // Only cancellation, which ends the loop without an error too.
        }
        if case .failed(let failure)? = account?.ending { error = failure }
        await end(keeper, account, error, sink)
    }

    private func end(
        _ keeper: AnswerKeeper, _ account: AnswerAccount?, _ error: EngineError?, _ sink: (any AnswerSink)?
    ) async {
        let ended = account?.ending ?? error.map { .failed($0) } ?? .cancelled
        let ending: AnswerKeeper.Ending =
            isQuitting && ended == .cancelled ? .cut : .finished(reason: ended.word, statistics: account?.json)
        let question = live?.question
        tree.change(keeper.answer) { message in
            message.state = ending == .cut ? .cut : .complete
            message.text = live?.text ?? ""
            message.thinking = live?.thinking ?? ""
            if let calls = account?.toolCalls { message.toolCalls = calls }
            message.finishReason = ending == .cut ? nil : ended.word
            message.statistics = account?.json
        }
        if let time = account.map(AnswerFacts.init)?.thinkingTime { sink?.thought(for: time) }
        switch ended {
        case .failed(let error): sink?.fail(error)
        case .cancelled: sink?.cut()
        case .stop, .length, .repetition, .toolCalls: sink?.end()
        }
        if case .failed(let error) = ended { failure = Failure(error: error, question: question) }
        await keep(keeper, ending)
        if let live {
            drafted[keeper.answer] = live.drafted.isEmpty ? nil : live.drafted
            rounds = live.rounds
        }
        live = nil
        tellChange()
        services.answered(self, keeper.answer, ended)
        if ended == .stop { makeTitle() }
    }

    /// Writes what could not be written, when there is room for it again.
    public func keepAgain() async {
        await writes.run { await self.keepAll() }
    }

    private func keep(_ keeper: AnswerKeeper, _ ending: AnswerKeeper.Ending) async {
        unkept.append((keeper, ending))
        await keepAgain()
    }

    /// Writes the ends of answers that are not on the disk; each is held until it is there, whatever comes after it.
    /// Only ever one at a time, in ``writes``.
    func keepAll() async {
        for (keeper, ending) in unkept {
            let isKept = await keeper.end(ending)
            guard isKept || keeper.isGone else { continue }
            if keeper.isGone { deleted() }
            unkept.removeAll { $0.keeper === keeper }
        }
        notKept = unkept.first?.keeper.failure
    }

    /// A title for a chat that has only its first words. It never holds up an answer: the next one cancels it.
    private func makeTitle() {
        guard let chat, !isGone, !isQuitting else { return }
        let (engine, models, chats, model) = (services.engine, services.models, services.chats, model)
        let task = Task { [weak self] in
            // Without a title the first words stay.
            guard let subject = try? await chats.untitled(chat.id), let folders = try? await models.folders(of: model),
                let title = try? await engine.title(of: subject, model: folders), !Task.isCancelled,
                (try? await chats.setTitle(title, of: chat.id, origin: .model)) == true
            else { return }
            self?.change {
                $0.title = title
                $0.titleOrigin = .model
            }
            self?.tellChange()
        }
        titling = OwnedTask(task)
    }
}
